import { showToast } from './ui/toasts.tsx'

let isTold = false

/** Says once that the browser keeps no more, or forbids the desk to keep anything: a reload loses what is not sent. */
export function tellOfRoom(): void {
  if (isTold) return
  isTold = true
  const text =
    'This device is full: it can’t keep what you type or what’s waiting for signal. It’s safe while this tab is open: save or send it before you leave.'
  showToast({ text, kind: 'fault', stays: 0 })
}
