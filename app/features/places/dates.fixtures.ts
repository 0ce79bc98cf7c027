import type { ShopEvent } from './shop-events.server.ts'

export const cafe = {
  name: 'The Formica Café',
  street: '22 Example Parade',
  locality: 'London',
  postcode: 'SE15 4QL',
  website: 'https://formica.example',
}

/** Returns a taco night that takes place as planned, with the given changes. */
export function tacoNight(changes: Partial<ShopEvent> = {}): ShopEvent {
  return {
    slug: 'taco-tuesday-2026-11-24',
    kind: 'taco',
    title: 'Taco Tuesday',
    text: 'Three salsas, one of them a dare.',
    day: '2026-11-24',
    from: '17:30',
    to: '21:30',
    place: cafe,
    state: 'on',
    words: '',
    sequence: 0,
    was: null,
    ...changes,
  }
}

/** A taco night that was moved to the next day and to another place. */
export const movedNight = tacoNight({
  state: 'moved',
  day: '2026-11-25',
  from: '18:00',
  to: '22:00',
  place: { ...cafe, name: 'The Yard' },
  words: 'The café has a wedding.',
  sequence: 1,
  was: { day: '2026-11-24', from: '17:30', to: '21:30', place: cafe },
})

export const cancelledNight = tacoNight({
  state: 'cancelled',
  words: 'The fryer has had enough.',
  sequence: 1,
})
