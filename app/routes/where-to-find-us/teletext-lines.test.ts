import { expect, test } from 'vitest'
import { whereToFindUsTexts as words } from '../../content/where-to-find-us.ts'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import type { ShopEvent } from '../../features/places/shop-events.server.ts'
import { teletextLines } from './teletext-lines.server.ts'

const getLines = (dates: ShopEvent[], today = '2026-11-23') =>
  teletextLines((kind) => dates.filter((date) => date.kind === kind), today)

test('shows the usual lines without other events', () => {
  expect(getLines([tacoNight()])).toEqual([
    words.tacos,
    words.noPopUps,
    words.markets,
    words.brewery,
  ])
})

test('shows a cancelled or moved taco night of this week, and not yet one of a later week', () => {
  expect(getLines([cancelledNight])[0]).toBe('Tue 24 Nov cancelled')
  expect(getLines([movedNight])[0]).toBe('Tue 24 Nov moved to Wed 25 Nov')
  expect(getLines([cancelledNight], '2026-11-16')[0]).toBe(words.tacos)
})

test('shows the replacement beside a cancelled taco night', () => {
  const thursday = tacoNight({ day: '2026-11-26' })
  expect(getLines([cancelledNight, thursday])[0]).toBe('Tue 24 Nov cancelled · Thu 26 Nov')
  const brought = {
    ...movedNight,
    day: '2026-11-26',
    was: { ...movedNight.was!, day: '2026-12-08' },
  }
  expect(getLines([cancelledNight, brought])[0]).toBe(
    'Tue 24 Nov cancelled · Tue 8 Dec moved to Thu 26 Nov',
  )
  expect(getLines([brought])[0]).toBe('Tue 8 Dec moved to Thu 26 Nov')
})

test('shows the next two events of each other kind', () => {
  const market = (day: string, changes: Partial<ShopEvent> = {}) =>
    tacoNight({ kind: 'market', day, ...changes })
  const markets = [
    market('2026-11-28'),
    market('2026-12-05', { state: 'cancelled' }),
    market('2026-12-12'),
  ]
  expect(getLines(markets)[2]).toBe('Sat 28 Nov · Sat 5 Dec cancelled')
})
