/** Once what was just changed can be seen, so that a press is answered at once; at once where nothing is painted. */
export function afterPaint(work: () => void): void {
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
