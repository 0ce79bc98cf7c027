import { sessionStore, type StorageKey } from '../browser/storage.ts'
import { lazyPrompt } from '../browser/lazy-prompt.tsx'

export const GuestEmailDialog = lazyPrompt(
  async () => (await import('./guest-email-dialog.tsx')).GuestEmailDialog,
)

/** Nothing of it has been noted on this visit. */
export function isPromptUnseen(key: StorageKey): boolean {
  return sessionStore.get(key) === null
}
