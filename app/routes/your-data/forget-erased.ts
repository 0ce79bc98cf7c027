import { forgetEverything } from '../../features/account/forget-everything.ts'
import { announceSession } from '../../features/account/session.ts'
import { sessionStore } from '../../features/browser/storage.ts'

/** The form that erases is on its way from this tab. */
export function noteErasure(): void {
  sessionStore.set('erasing', 'yes')
}

/** Only for whoever has pressed the button in this tab: a link from elsewhere to this page takes nothing away. */
export function forgetErased(): void {
  if (sessionStore.get('erasing') === null) return
  forgetEverything()
  announceSession()
}
