/** The specification's pace for the pictures of a card. */
const STEP_MS = 3000

/**
 * Moves the pictures of all cards in a grid on, a step every three seconds: only of cards in view, never
 * under the pointer or the focus, in a hidden tab, or for visitors who prefer less motion.
 * @returns stops it
 */
export function runPictureCarousels(grid: HTMLElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  const timer = setInterval(() => {
    if (document.hidden) return
    for (const row of grid.querySelectorAll('[data-pictures]'))
      if (row.childElementCount > 1 && isFree(row)) moveOn(row)
  }, STEP_MS)
  return () => clearInterval(timer)
}

function isFree(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  const seen = bottom > 0 && top < innerHeight
  return seen && !row.closest('li')?.matches(':hover, :focus-within')
}

/** To the next picture; one that has not come yet is sent for, and shown a step later. */
function moveOn(row: Element): void {
  const index = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
  const next = (index + 1) % row.childElementCount
  const image = row.children[next]?.querySelector('img')
  if (image && image.naturalWidth === 0) image.loading = 'eager'
  else row.scrollTo({ left: next * row.clientWidth, behavior: 'smooth' })
}
