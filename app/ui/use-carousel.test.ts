import { expect, test } from 'vitest'
import { getCarouselPosition } from './use-carousel.ts'

interface Track {
  clientWidth: number
  scrollWidth: number
  scrollLeft?: number
  slides?: { offsetLeft: number; offsetWidth: number }[]
}

function track({ clientWidth, scrollWidth, scrollLeft = 0, slides = [] }: Track): HTMLElement {
  const querySelectorAll = () => slides
  return { clientWidth, scrollWidth, scrollLeft, querySelectorAll } as unknown as HTMLElement
}

test('a strip that fits has one stop', () => {
  expect(getCarouselPosition(track({ clientWidth: 1000, scrollWidth: 1000 }), 'strip')).toEqual({
    index: 0,
    stops: 1,
  })
})

test('a strip has a stop for each four fifths of its width', () => {
  const long = { clientWidth: 1000, scrollWidth: 2600 }
  expect(getCarouselPosition(track(long), 'strip')).toEqual({ index: 0, stops: 3 })
  expect(getCarouselPosition(track({ ...long, scrollLeft: 1600 }), 'strip').index).toBe(2)
})

test('a showcase has a stop where a slide is centred', () => {
  const slides = [0, 1, 2].map((index) => ({ offsetLeft: 100 + index * 850, offsetWidth: 800 }))
  const list = { clientWidth: 1000, scrollWidth: 2700, slides }
  expect(getCarouselPosition(track(list), 'showcase')).toEqual({ index: 0, stops: 3 })
  expect(getCarouselPosition(track({ ...list, scrollLeft: 840 }), 'showcase').index).toBe(1)
  expect(getCarouselPosition(track({ ...list, scrollLeft: 1700 }), 'showcase').index).toBe(2)
})
