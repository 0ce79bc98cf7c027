/**
 * Runs `work` after the next paint, so that a press gets its visual response first. In a hidden tab, which is not painted, it runs
 * at once.
 */
export function runAfterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
