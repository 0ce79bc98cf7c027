import { clearAllStorage } from '../../features/account/clear-storage.ts'
import { emitSessionChange } from '../../features/account/session.ts'
import { sessionStore } from '../../features/browser/storage.ts'

/** Notes that this tab submits the erasure form. */
export function markErasureSubmitted(): void {
  sessionStore.set('erasing', 'yes')
}

/** Clears this browser's data, but only if this tab submitted the form: a link from elsewhere to this page must not erase it. */
export function clearErasedData(): void {
  if (sessionStore.get('erasing') === null) return
  clearAllStorage()
  emitSessionChange()
}
