export type CarouselLayout = 'strip' | 'showcase' | 'single'

export interface CarouselPosition {
  /** Which stop is shown, of how many; a strip has fewer stops than slides. */
  index: number
  stops: number
}

/** Where a track stands, judged by the stop nearest to its scroll position. */
export function positionOf(track: HTMLElement, layout: CarouselLayout): CarouselPosition {
  const stops = stopsOf(track, layout)
  const away = stops.map((stop) => Math.abs(stop - track.scrollLeft))
  return { index: away.indexOf(Math.min(...away)), stops: stops.length }
}

/** Goes to a stop; a number that does not exist is ignored. */
export function scrollToStop(track: HTMLElement, layout: CarouselLayout, stop: number): void {
  const left = stopsOf(track, layout)[stop]
  if (left !== undefined) track.scrollTo({ left, behavior: prefersCalm() ? 'instant' : 'smooth' })
}

/** One stop on or back; with `loop` the ends are joined. */
export function turn(track: HTMLElement, layout: CarouselLayout, loop: boolean, by: 1 | -1): void {
  const { index, stops } = positionOf(track, layout)
  scrollToStop(track, layout, loop ? (index + by + stops) % stops : index + by)
}

export function prefersCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Pixels from the track's start at which it comes to rest. */
function stopsOf(track: HTMLElement, layout: CarouselLayout): number[] {
  const room = Math.max(0, track.scrollWidth - track.clientWidth)
  if (layout === 'strip') {
    const pages = Math.ceil(room / (track.clientWidth * 0.8))
    return Array.from({ length: pages + 1 }, (_, page) => (pages === 0 ? 0 : (room * page) / pages))
  }
  return Array.from(track.querySelectorAll<HTMLElement>(':scope > li:not([inert])'), (slide) => {
    const { offsetLeft, offsetWidth } = slide
    return Math.min(room, Math.max(0, offsetLeft + (offsetWidth - track.clientWidth) / 2))
  })
}
