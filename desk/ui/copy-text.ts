import { showToast } from './toasts.tsx'

/** Copies text to the clipboard and shows a toast, also when the browser refuses. */
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
