import { forgetEverything } from '../../features/account/forget-everything.ts'
import { announceSession } from '../../features/account/session.ts'
import { sessionStore } from '../../features/browser/storage.ts'
import { storageKeys } from '../../features/browser/storage-keys.ts'

/** The form that erases is on its way from this tab. */
export function noteErasure(): void {
  sessionStore.set(storageKeys.erasing, 'yes')
}

/**
 * A guest is erased: this device forgets them, too, before it tells the shop of them again. Only for whoever has pressed
 * the button in this tab; a link from elsewhere to the page after it takes nothing away.
 */
export function forgetErased(): void {
  if (sessionStore.get(storageKeys.erasing) === null) return
  forgetEverything()
  announceSession()
}
