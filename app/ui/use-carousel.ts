import { type RefObject, useEffect, useState } from 'react'

export type CarouselLayout = 'strip' | 'showcase' | 'single'

export interface CarouselPosition {
  /** The current stop and the number of stops. A strip has fewer stops than slides. */
  index: number
  stops: number
}

export interface CarouselRules {
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
  { layout = 'strip', interval, loop = false }: CarouselRules,
): CarouselState {
  const first = { index: 0, stops: layout === 'strip' ? 1 : slides }
  const [position, setPosition] = useState<CarouselPosition>(first)
  const [stopped, setStopped] = useState(false)

  useEffect(() => {
    if (track.current === null) return
    return follow(track.current, layout, setPosition, () => setStopped(true))
  }, [track, layout])
  useEffect(() => {
    if (interval === undefined || stopped || prefersCalm()) return
    const timer = setInterval(() => {
      if (track.current !== null && isFree(track.current)) turn(track.current, layout, loop, 1)
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
    step: (by) => move((list) => turn(list, layout, loop, by)),
    togglePlaying: () => setStopped(!stopped),
  }
}

type SetPosition = (change: (now: CarouselPosition) => CarouselPosition) => void

function follow(list: HTMLElement, layout: CarouselLayout, set: SetPosition, onUse: () => void) {
  const settle = () => {
    const next = getCarouselPosition(list, layout)
    list.tabIndex = next.stops > 1 ? 0 : -1
    set((now) => (now.index === next.index && now.stops === next.stops ? now : next))
  }
  const press = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') onUse()
  }
  const sizes = new ResizeObserver(settle)
  sizes.observe(list)
  list.addEventListener('scroll', settle, { passive: true })
  list.addEventListener('pointerdown', onUse)
  list.addEventListener('keydown', press)
  return () => {
    sizes.disconnect()
    list.removeEventListener('scroll', settle)
    list.removeEventListener('pointerdown', onUse)
    list.removeEventListener('keydown', press)
  }
}

function isFree(track: HTMLElement): boolean {
  const around = track.parentElement ?? track
  const { top, bottom } = around.getBoundingClientRect()
  const seen = bottom > 0 && top < innerHeight
  return seen && !document.hidden && !around.matches(':hover, :focus-within')
}

export function getCarouselPosition(track: HTMLElement, layout: CarouselLayout): CarouselPosition {
  const stops = stopsOf(track, layout)
  const away = stops.map((stop) => Math.abs(stop - track.scrollLeft))
  return { index: away.indexOf(Math.min(...away)), stops: stops.length }
}

export function scrollToStop(track: HTMLElement, layout: CarouselLayout, stop: number): void {
  const left = stopsOf(track, layout)[stop]
  if (left !== undefined) track.scrollTo({ left, behavior: prefersCalm() ? 'instant' : 'smooth' })
}

function turn(track: HTMLElement, layout: CarouselLayout, loop: boolean, by: 1 | -1): void {
  const { index, stops } = getCarouselPosition(track, layout)
  scrollToStop(track, layout, loop ? (index + by + stops) % stops : index + by)
}

function prefersCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

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
