import { parseJson, textOf } from '../../features/browser/json.ts'
import { localStore } from '../../features/browser/storage.ts'
import { storageKeys } from '../../features/browser/storage-keys.ts'

/** What the account page keeps on this device; it is never sent anywhere. */
export interface AccountDetails {
  name: string
  address: string
  info: string
}

export const longestDetail = 500

export function readDetails(): AccountDetails {
  const kept = parseJson(localStore.get(storageKeys.accountDetails))
  return {
    name: detailIn(kept, 'name'),
    address: detailIn(kept, 'address'),
    info: detailIn(kept, 'info'),
  }
}

export function saveDetails(details: AccountDetails): void {
  localStore.set(storageKeys.accountDetails, JSON.stringify(details))
}

function detailIn(value: unknown, name: keyof AccountDetails): string {
  return textOf(value, name)?.slice(0, longestDetail) ?? ''
}
