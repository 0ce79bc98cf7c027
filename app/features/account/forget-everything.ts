import { persistentKeys } from '../browser/lasting-keys.ts'
import { localStore, sessionStore, shopperKeys } from '../browser/storage.ts'
import { clearShopperData } from './session.ts'

/** Every key that the shop keeps on a device; the cookie policy lists them. All serve what was asked for. */
export const storageKeys = [...persistentKeys, ...shopperKeys]

export function forgetEverything(): void {
  clearShopperData()
  for (const key of storageKeys) {
    localStore.remove(key)
    sessionStore.remove(key)
  }
}
