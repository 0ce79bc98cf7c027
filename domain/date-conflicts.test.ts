import { expect, test } from 'vitest'
import { findDateConflicts, findNextFreeDay, getTakenDays } from './date-conflicts.ts'

const market = {
  begin: Date.UTC(2026, 11, 12, 10),
  end: Date.UTC(2026, 11, 12, 15),
  title: 'Saturday market',
}
const wedding = {
  id: 'a',
  name: 'Hannah Osei',
  title: 'Wedding',
  stage: 'new',
  event_on: '2026-12-12',
}
const lunch = {
  id: 'b',
  name: 'Tilda Marsh',
  title: 'Lunch',
  stage: 'confirmed',
  event_on: '2026-12-13',
}
const taken = getTakenDays([market], [wedding, lunch])

test('a date of the shop and a confirmed enquiry take their days', () => {
  expect(taken).toEqual([
    { day: '2026-12-12', title: 'Saturday market', hours: '10:00 to 15:00', enquiry: null },
    { day: '2026-12-13', title: 'Tilda Marsh: Lunch', hours: null, enquiry: 'b' },
  ])
})

test('shows the hours of a taken day in London time, also in summer', () => {
  const summer = { begin: Date.UTC(2027, 5, 3, 17), end: Date.UTC(2027, 5, 3, 23, 30), title: 'x' }
  expect(getTakenDays([summer], [])).toMatchObject([{ day: '2027-06-03', hours: '18:00 to 00:30' }])
})

test('an enquiry conflicts with other entries on its day, and not with itself', () => {
  expect(findDateConflicts(wedding, taken, '2026-11-23')).toEqual([taken[0]])
  expect(findDateConflicts(lunch, taken, '2026-11-23')).toEqual([])
})

test.each([
  ['whose day is past', { ...wedding }, '2026-12-13'],
  ['without a day', { ...wedding, event_on: null }, '2026-11-23'],
  ['that is lost', { ...wedding, stage: 'lost' }, '2026-11-23'],
  ['that is done', { ...wedding, stage: 'done' }, '2026-11-23'],
])('an enquiry %s conflicts with nothing', (_, enquiry, today) => {
  expect(findDateConflicts(enquiry, taken, today)).toEqual([])
})

test('finds the next free day within a week', () => {
  expect(findNextFreeDay('2026-12-12', taken)).toBe('2026-12-14')
  const week = [1, 2, 3, 4, 5, 6, 7].map((count) => ({
    day: `2026-12-0${count + 1}`,
    title: 'x',
    hours: null,
    enquiry: null,
  }))
  expect(findNextFreeDay('2026-12-01', week)).toBeNull()
})
