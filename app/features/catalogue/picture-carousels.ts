/** The specification's pace for the pictures of a card. */
const STEP_MS = 3000
/** In so many parts a step is told, so that cards beside each other move one after the other. */
const PARTS = 10

export const showFirst = new WeakMap<Element, (count: number) => void>()

/** Only cards in view, never under the pointer or the focus, in a hidden tab, or where less motion is wanted. @returns stops it */
export function runPictureCarousels(grid: HTMLElement): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined
  let part = 0
  const timer = setInterval(() => {
    if (document.hidden) return
    part += 1
    for (const [place, row] of grid.querySelectorAll<HTMLElement>('[data-pictures]').entries()) {
      const turn = turnOf(place, part)
      if (turn !== null && isSeen(row)) (turn === 'move' ? moveOn : fetchNext)(row)
    }
  }, STEP_MS / PARTS)
  return () => clearInterval(timer)
}

/** What a card does in a part of a step: of ten in a row no two move in the same. */
export function turnOf(place: number, part: number): 'move' | 'fetch' | null {
  const at = (part + place * 7) % PARTS
  return at === 0 ? 'move' : at === PARTS / 2 ? 'fetch' : null
}

function isSeen(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

/** Half a step ahead: until then the other pictures cost nothing. */
function fetchNext(row: HTMLElement): void {
  const next = nextIndex(row)
  if (next >= row.childElementCount) showFirst.get(row)?.(next + 1)
}

/** One that has not come yet is shown a step later. */
function moveOn(row: HTMLElement): void {
  const next = nextIndex(row)
  const held = row.closest('li')?.matches(':hover, :focus-within')
  if (held || !row.children[next]?.querySelector('img')?.naturalWidth) return
  row.scrollTo({ left: next * row.clientWidth, behavior: 'smooth' })
}

function nextIndex(row: HTMLElement): number {
  const index = Math.round(row.scrollLeft / Math.max(1, row.clientWidth))
  return (index + 1) % Number(row.dataset.pictures)
}
