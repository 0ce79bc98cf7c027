import { announceSession, forgetEverything } from '../../features/account/session.ts'
import { sessionStore } from '../../features/browser/storage.ts'

/** The form that erases is on its way from this tab. */
export function noteErasure(): void {
  sessionStore.set('erasing', 'yes')
}

/**
 * A guest is erased: this device forgets them, too, before it tells the shop of them again. Only for whoever has pressed
 * the button in this tab; a link from elsewhere to the page after it takes nothing away.
 */
export function forgetErased(): void {
  if (sessionStore.get('erasing') === null) return
  forgetEverything()
  announceSession()
}
