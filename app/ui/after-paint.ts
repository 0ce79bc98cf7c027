/**
 * Does some work once what was just changed can be seen, so that a press is answered at once. Where nothing is painted,
 * in a tab in the background, it is done at once.
 */
export function afterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
