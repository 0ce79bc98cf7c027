import { sessionStore, type StorageKey } from '../browser/storage.ts'
import { createLazyPrompt } from '../browser/lazy-prompt.tsx'

export const GuestEmailDialog = createLazyPrompt(
  async () => (await import('./guest-email-dialog.tsx')).GuestEmailDialog,
)

/** Returns true while the prompt with this session storage key has been neither shown nor turned off during this visit. */
export function isPromptUnseen(key: StorageKey): boolean {
  return sessionStore.get(key) === null
}
