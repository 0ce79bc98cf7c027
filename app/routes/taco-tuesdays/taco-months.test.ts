import { expect, test } from 'vitest'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import { getTacoMonths } from './taco-months.server.ts'

test('the planner shows this month and the next, also across the new year', () => {
  expect(getTacoMonths('2026-12-31', []).map(({ month, name }) => [month, name])).toEqual([
    ['2026-12', 'December'],
    ['2027-01', 'January'],
  ])
  expect(getTacoMonths('2027-01-31', []).map(({ month }) => month)).toEqual(['2027-01', '2027-02'])
})

test('the planner marks nights on their days, moved nights on their new days and cancelled nights as cancelled', () => {
  const nights = [
    tacoNight({ day: '2026-11-17' }),
    movedNight,
    { ...cancelledNight, day: '2026-12-01' },
  ]
  const days = getTacoMonths('2026-11-20', nights)
    .flatMap(({ rows }) => rows.flat())
    .filter(({ state }) => state !== null)
  expect(days).toEqual([
    { day: '2026-11-17', state: 'on' },
    { day: '2026-11-25', state: 'on' },
    { day: '2026-12-01', state: 'cancelled' },
  ])
})

test('a night that was moved to the day of a cancelled one takes place', () => {
  const nights = [{ ...movedNight, day: cancelledNight.day }, cancelledNight]
  for (const each of [nights, nights.toReversed()]) {
    const days = getTacoMonths('2026-11-20', each).flatMap(({ rows }) => rows.flat())
    expect(days).toContainEqual({ day: cancelledNight.day, state: 'on' })
  }
})
