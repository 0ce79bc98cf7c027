import { showToast } from '../ui/toasts.tsx'

const told = new Set<string>()

/**
 * Shows one warning that the browser cannot store more, or forbids storage: a reload then loses unsent changes.
 * @param cause the error of the database; omitted when local storage refused a draft
 */
export function warnStorageFull(cause?: unknown): void {
  const isFull = !(cause instanceof Error) || cause.name === 'QuotaExceededError'
  const text = isFull
    ? 'This device is full: it can’t keep what you type or what’s waiting for signal. It’s safe while this tab is open: save or send it before you leave.'
    : 'This browser can’t keep what’s waiting for signal. It’s safe while this tab is open: wait until it’s sent before you leave.'
  if (told.has(text)) return
  told.add(text)
  showToast({ text, kind: 'fault', stays: 0 })
}
