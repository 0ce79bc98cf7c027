import { persistentKeys } from '../browser/persistent-keys.ts'
import { localStore, sessionStore, shopperKeys } from '../browser/storage.ts'
import { clearShopperData } from './session.ts'

/**
 * All keys of localStorage and sessionStorage. The cookie policy lists them; each one serves a function that the visitor has
 * requested.
 */
export const allStorageKeys = [...persistentKeys, ...shopperKeys]

export function clearAllStorage(): void {
  clearShopperData()
  for (const key of allStorageKeys) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
