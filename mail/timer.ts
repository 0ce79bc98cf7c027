/** Calls back after `ms`; returns a function that cancels the timer. */
export type SetTimer = (callback: () => void, ms: number) => () => void

/** Sets a timer that does not keep the process running. */
export function setNodeTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
