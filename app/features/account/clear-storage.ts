import { persistentStorageKeys } from '../browser/persistent-keys.ts'
import { localStore, sessionStore, shopperStorageKeys } from '../browser/storage.ts'
import { clearShopperData } from './session.ts'

/**
 * All keys of localStorage and sessionStorage. The cookie policy lists them; each one serves a function that the visitor has
 * requested.
 */
export const allStorageKeys = [...persistentStorageKeys, ...shopperStorageKeys]

export function clearAllStorage(): void {
  clearShopperData()
  for (const key of allStorageKeys) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
