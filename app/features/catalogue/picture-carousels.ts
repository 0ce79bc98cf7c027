/** The time in ms for which a card shows each picture (specification). */
const STEP_MS = 3000
/**
 * The tenths of a step at which a card scrolls to its next picture, and at which it renders that picture, which starts its
 * download.
 */
export const [scrollTenth, renderTenth] = [0, 5]

export const pictureRevealers = new WeakMap<Element, (count: number) => void>()

/**
 * Scrolls the pictures of the cards in `grid`. Cards out of view and cards with the pointer, the focus or an open dialog over them
 * do not move; nothing moves in a hidden tab, or when the visitor prefers reduced motion. Returns a function that stops it.
 */
export function runPictureCarousels(grid: HTMLElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  let tick = 0
  const timer = setInterval(() => {
    if (document.hidden) return
    tick += 1
    for (const [index, row] of grid.querySelectorAll<HTMLElement>('[data-pictures]').entries()) {
      const tenth = getTenthOfStep(index, tick)
      if (tenth !== scrollTenth && tenth !== renderTenth) continue
      // The card is checked first, because measuring the content of a card out of view forces its layout (`content-visibility`).
      if (!isInView(row.closest('li')) || !isInView(row)) continue
      if (tenth === scrollTenth) scrollToNext(row)
      else renderNext(row)
    }
  }, STEP_MS / 10)
  return () => clearInterval(timer)
}

/**
 * Returns the current tenth of the step of a card. Ten consecutive cards are always at different tenths, so they do not move at the
 * same time.
 */
export function getTenthOfStep(index: number, tick: number): number {
  return (tick + index * 7) % 10
}

function isInView(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < innerHeight
}

function renderNext(row: HTMLElement): void {
  const next = nextIndex(row)
  if (next >= row.childElementCount) pictureRevealers.get(row)?.(next + 1)
}

/** Scrolls to the next picture. While that picture is loading, the card waits for the next step. */
function scrollToNext(row: HTMLElement): void {
  const next = nextIndex(row)
  const isHeld =
    row.closest('li')?.matches(':hover, :focus-within') === true ||
    document.querySelector('dialog[open]') !== null
  if (isHeld || !row.children[next]?.querySelector('img')?.naturalWidth) return
  row.scrollTo({ left: next * row.clientWidth, behavior: 'smooth' })
}

function nextIndex(row: HTMLElement): number {
  const index = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
  return (index + 1) % Number(row.dataset.pictures)
}
