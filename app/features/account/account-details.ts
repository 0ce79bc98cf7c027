import { localStore } from '../safe-storage.ts'
import { storageKeys } from '../storage-keys.ts'

/** What the account page keeps on this device; it is never sent anywhere. */
export interface AccountDetails {
  name: string
  address: string
  info: string
}

export const longestDetail = 500

export function readDetails(): AccountDetails {
  try {
    const kept: unknown = JSON.parse(localStore.get(storageKeys.accountDetails) ?? '{}')
    return {
      name: textIn(kept, 'name'),
      address: textIn(kept, 'address'),
      info: textIn(kept, 'info'),
    }
  } catch {
    return { name: '', address: '', info: '' }
  }
}

export function saveDetails(details: AccountDetails): void {
  localStore.set(storageKeys.accountDetails, JSON.stringify(details))
}

function textIn(value: unknown, name: keyof AccountDetails): string {
  const text =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : ''
  return typeof text === 'string' ? text.slice(0, longestDetail) : ''
}
