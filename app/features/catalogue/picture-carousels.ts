/** The specification's pace for the pictures of a card. */
const STEP_MS = 3000
/** The tenths of a step in which a card moves on and in which it fetches its next picture: until then that one is not loaded. */
export const [moveTenth, fetchTenth] = [0, 5]

export const pictureRevealers = new WeakMap<Element, (count: number) => void>()

/** Only cards in view, never under the pointer, the focus or a dialog, in a hidden tab, or where less motion is wanted. @returns stops it */
export function runPictureCarousels(grid: HTMLElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  let part = 0
  const timer = setInterval(() => {
    if (document.hidden) return
    part += 1
    for (const [place, row] of grid.querySelectorAll<HTMLElement>('[data-pictures]').entries()) {
      const tenth = roundToTenth(place, part)
      if (tenth !== moveTenth && tenth !== fetchTenth) continue
      // The card is checked first: measuring the content of a card out of view would force its layout every time.
      if (!isSeen(row.closest('li')) || !isSeen(row)) continue
      if (tenth === moveTenth) moveOn(row)
      else fetchNext(row)
    }
  }, STEP_MS / 10)
  return () => clearInterval(timer)
}

/** The tenth of its step that a card is in; ten in a row never agree. */
export function roundToTenth(place: number, part: number): number {
  return (part + place * 7) % 10
}

function isSeen(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < innerHeight
}

function fetchNext(row: HTMLElement): void {
  const next = nextIndex(row)
  if (next >= row.childElementCount) pictureRevealers.get(row)?.(next + 1)
}

/** One that has not come yet is shown a step later. */
function moveOn(row: HTMLElement): void {
  const next = nextIndex(row)
  const held = row.closest('li')?.matches(':hover, :focus-within, body:has(dialog[open]) li')
  if (held || !row.children[next]?.querySelector('img')?.naturalWidth) return
  row.scrollTo({ left: next * row.clientWidth, behavior: 'smooth' })
}

function nextIndex(row: HTMLElement): number {
  const index = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
  return (index + 1) % Number(row.dataset.pictures)
}
