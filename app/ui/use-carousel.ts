import { type RefObject, useEffect, useState } from 'react'

export type CarouselLayout = 'strip' | 'showcase' | 'single'

export interface CarouselPosition {
  /** The current stop and the number of stops. A strip has fewer stops than slides. */
  index: number
  stops: number
}

export interface CarouselOptions {
  layout?: CarouselLayout
  /** The time between two steps, in ms; without it the carousel never advances by itself. */
  interval?: number
  loop?: boolean
}

export interface CarouselState extends CarouselPosition {
  /** False when paused, null when the carousel never advances by itself. */
  playing: boolean | null
  hasPrevious: boolean
  hasNext: boolean
  /** Like any use by the visitor, both stop the automatic advance. */
  goTo: (stop: number) => void
  step: (by: 1 | -1) => void
  togglePlaying: () => void
}

/**
 * Controls a carousel. It advances by itself only while it is visible, in the foreground and without hover or focus,
 * until the visitor uses it, and not if the visitor prefers reduced motion.
 */
export function useCarousel(
  track: RefObject<HTMLElement | null>,
  slides: number,
  { layout = 'strip', interval, loop = false }: CarouselOptions,
): CarouselState {
  const first = { index: 0, stops: layout === 'strip' ? 1 : slides }
  const [position, setPosition] = useState<CarouselPosition>(first)
  const [stopped, setStopped] = useState(false)

  useEffect(() => {
    if (track.current === null) return
    return observeTrack(track.current, layout, setPosition, () => setStopped(true))
  }, [track, layout])
  useEffect(() => {
    if (interval === undefined || stopped || prefersReducedMotion()) return
    const timer = setInterval(() => {
      if (track.current !== null && mayAdvance(track.current))
        moveBy(track.current, layout, loop, 1)
    }, interval)
    return () => clearInterval(timer)
  }, [track, layout, interval, loop, stopped])

  const move = (go: (list: HTMLElement) => void) => {
    setStopped(true)
    if (track.current !== null) go(track.current)
  }
  return {
    ...position,
    playing: interval === undefined ? null : !stopped,
    hasPrevious: loop || position.index > 0,
    hasNext: loop || position.index < position.stops - 1,
    goTo: (stop) => move((list) => scrollToStop(list, layout, stop)),
    step: (by) => move((list) => moveBy(list, layout, loop, by)),
    togglePlaying: () => setStopped(!stopped),
  }
}

type SetPosition = (change: (now: CarouselPosition) => CarouselPosition) => void

function observeTrack(
  list: HTMLElement,
  layout: CarouselLayout,
  set: SetPosition,
  onUse: () => void,
) {
  const updatePosition = () => {
    const next = getCarouselPosition(list, layout)
    list.tabIndex = next.stops > 1 ? 0 : -1
    set((now) => (now.index === next.index && now.stops === next.stops ? now : next))
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') onUse()
  }
  const sizes = new ResizeObserver(updatePosition)
  sizes.observe(list)
  list.addEventListener('scroll', updatePosition, { passive: true })
  list.addEventListener('pointerdown', onUse)
  list.addEventListener('keydown', press)
  return () => {
    sizes.disconnect()
    list.removeEventListener('scroll', updatePosition)
    list.removeEventListener('pointerdown', onUse)
    list.removeEventListener('keydown', press)
  }
}

function mayAdvance(track: HTMLElement): boolean {
  const container = track.parentElement ?? track
  const { top, bottom } = container.getBoundingClientRect()
  const isVisible = bottom > 0 && top < innerHeight
  return isVisible && !document.hidden && !container.matches(':hover, :focus-within')
}

export function getCarouselPosition(track: HTMLElement, layout: CarouselLayout): CarouselPosition {
  const stops = getStops(track, layout)
  const distances = stops.map((stop) => Math.abs(stop - track.scrollLeft))
  return { index: distances.indexOf(Math.min(...distances)), stops: stops.length }
}

export function scrollToStop(track: HTMLElement, layout: CarouselLayout, stop: number): void {
  const left = getStops(track, layout)[stop]
  if (left !== undefined)
    track.scrollTo({ left, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}

function moveBy(track: HTMLElement, layout: CarouselLayout, loop: boolean, by: 1 | -1): void {
  const { index, stops } = getCarouselPosition(track, layout)
  scrollToStop(track, layout, loop ? (index + by + stops) % stops : index + by)
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function getStops(track: HTMLElement, layout: CarouselLayout): number[] {
  const maxScroll = Math.max(0, track.scrollWidth - track.clientWidth)
  if (layout === 'strip') {
    const pages = Math.ceil(maxScroll / (track.clientWidth * 0.8))
    return Array.from({ length: pages + 1 }, (_, page) =>
      pages === 0 ? 0 : (maxScroll * page) / pages,
    )
  }
  return Array.from(track.querySelectorAll<HTMLElement>(':scope > li:not([inert])'), (slide) => {
    const { offsetLeft, offsetWidth } = slide
    return Math.min(maxScroll, Math.max(0, offsetLeft + (offsetWidth - track.clientWidth) / 2))
  })
}
