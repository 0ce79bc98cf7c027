import { expect, test } from 'vitest'
import { whereToFindUs as words } from '../../content/where-to-find-us.ts'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import type { Happening } from '../../features/places/happenings.server.ts'
import { teletextLines } from './teletext-lines.server.ts'

const linesOf = (dates: Happening[], today = '2026-11-23') =>
  teletextLines((kind) => dates.filter((date) => date.kind === kind), today)

test('without dates the usual is said', () => {
  expect(linesOf([tacoNight()])).toEqual([
    words.tacos,
    words.noPopUps,
    words.markets,
    words.brewery,
  ])
})

test('a taco night of this week that is cancelled or moved is said, a later one is not yet', () => {
  expect(linesOf([cancelledNight])[0]).toBe('Tue 24 Nov cancelled')
  expect(linesOf([movedNight])[0]).toBe('Tue 24 Nov moved to Wed 25 Nov')
  expect(linesOf([cancelledNight], '2026-11-16')[0]).toBe(words.tacos)
})

test('beside a cancelled taco night stands the one that comes in its place', () => {
  const thursday = tacoNight({ day: '2026-11-26' })
  expect(linesOf([cancelledNight, thursday])[0]).toBe('Tue 24 Nov cancelled · Thu 26 Nov')
  const brought = {
    ...movedNight,
    day: '2026-11-26',
    was: { ...movedNight.was!, day: '2026-12-08' },
  }
  expect(linesOf([cancelledNight, brought])[0]).toBe(
    'Tue 24 Nov cancelled · Tue 8 Dec moved to Thu 26 Nov',
  )
  expect(linesOf([brought])[0]).toBe('Tue 8 Dec moved to Thu 26 Nov')
})

test('the next two of each other kind are said', () => {
  const market = (day: string, changes: Partial<Happening> = {}) =>
    tacoNight({ kind: 'market', day, ...changes })
  const markets = [
    market('2026-11-28'),
    market('2026-12-05', { state: 'cancelled' }),
    market('2026-12-12'),
  ]
  expect(linesOf(markets)[2]).toBe('Sat 28 Nov · Sat 5 Dec cancelled')
})
