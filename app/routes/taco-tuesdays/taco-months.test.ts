import { expect, test } from 'vitest'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import { tacoMonths } from './taco-months.server.ts'

test('the planner shows this month and the next, over the new year too', () => {
  expect(tacoMonths('2026-12-31', []).map(({ month, name }) => [month, name])).toEqual([
    ['2026-12', 'December'],
    ['2027-01', 'January'],
  ])
  expect(tacoMonths('2027-01-31', []).map(({ month }) => month)).toEqual(['2027-01', '2027-02'])
})

test('nights stand on their days, one that was moved on its new one, one that is cancelled struck out', () => {
  const nights = [
    tacoNight({ day: '2026-11-17' }),
    movedNight,
    { ...cancelledNight, day: '2026-12-01' },
  ]
  const days = tacoMonths('2026-11-20', nights)
    .flatMap(({ rows }) => rows.flat())
    .filter(({ state }) => state !== null)
  expect(days).toEqual([
    { day: '2026-11-17', state: 'on' },
    { day: '2026-11-25', state: 'on' },
    { day: '2026-12-01', state: 'cancelled' },
  ])
})

test('a night that was moved to the day of a cancelled one is on', () => {
  const nights = [{ ...movedNight, day: cancelledNight.day }, cancelledNight]
  for (const each of [nights, nights.toReversed()]) {
    const days = tacoMonths('2026-11-20', each).flatMap(({ rows }) => rows.flat())
    expect(days).toContainEqual({ day: cancelledNight.day, state: 'on' })
  }
})
