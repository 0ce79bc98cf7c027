import { showToast } from './toasts.tsx'

/** Puts words where they can be pasted from, and says so; or that this browser does not let the desk do it. */
export async function copyText(words: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words)
    showToast({ text: done })
  } catch {
    showToast({
      text: 'This browser won’t let the desk copy. Select the words and copy them yourself.',
      kind: 'fault',
    })
  }
}
