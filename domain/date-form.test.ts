import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  dateFormSchema,
  type DateInput,
  moveDateFormSchema,
  hoursOverlap,
  venueFormSchema,
  getWeeklyDays,
} from './date-form.ts'

const market: DateInput = {
  kind: 'market',
  title: 'Saturday market',
  text: 'Rain or shine.',
  venue: 'the-formica-cafe',
  day: '2026-11-28',
  from: '10:00',
  to: '15:00',
  isWeekly: false,
  until: '',
}

/** Returns the messages by field. */
function faults(changes: Partial<DateInput>): Record<string, unknown> {
  const { issues } = v.safeParse(dateFormSchema, { ...market, ...changes })
  return issues === undefined ? {} : { ...v.flatten<typeof dateFormSchema>(issues).nested }
}

test.each<[string, Partial<DateInput>]>([
  ['a market', {}],
  ['a night that goes on after midnight', { from: '21:00', to: '02:00' }],
  ['every week for good', { isWeekly: true }],
  ['every week until a day', { isWeekly: true, until: '2027-03-27' }],
  ['the leap day', { day: '2028-02-29' }],
])('the form of a date accepts %s', (_, changes) => {
  expect(faults(changes)).toEqual({})
})

test.each<[string, Partial<DateInput>, object]>([
  ['an end before its beginning', { to: '09:00' }, { to: ['It ends before it begins.'] }],
  ['an end at its beginning', { to: '10:00' }, { to: ['It ends before it begins.'] }],
  ['31 February', { day: '2027-02-31' }, { day: ['Which day is it?'] }],
  [
    'a last day before the first',
    { isWeekly: true, until: '2026-11-27' },
    { until: ['The last day is before the first.'] },
  ],
  ['no name', { title: '  ' }, { title: ['What is it called?'] }],
  ['no place', { venue: '' }, { venue: ['Where is it?'] }],
  ['hours that nobody typed', { from: '' }, { from: ['When is it?'] }],
])('the form of a date refuses %s', (_, changes, messages) => {
  expect(faults(changes)).toEqual(messages)
})

test('the form of a moved date refuses an end before the start', () => {
  const move = { day: '2026-11-29', from: '10:00', to: '09:00', venue: 'x', words: '' }
  expect(v.is(moveDateFormSchema, move)).toBe(false)
  expect(v.is(moveDateFormSchema, { ...move, to: '12:00' })).toBe(true)
})

test('a venue needs a valid postcode, and its website is empty or an https address', () => {
  const place = { name: 'The Yard', street: '1 A Street', locality: 'London', postcode: 'se58zz' }
  expect(v.is(venueFormSchema, { ...place, website: '' })).toBe(true)
  expect(v.is(venueFormSchema, { ...place, website: 'https://yard.example' })).toBe(true)
  expect(v.is(venueFormSchema, { ...place, website: 'javascript:alert(1)' })).toBe(false)
  expect(v.is(venueFormSchema, { ...place, website: '', postcode: 'London' })).toBe(false)
})

test('a weekly date repeats across the new year and clock changes, for a year at most', () => {
  expect(getWeeklyDays('2026-12-22', '2027-01-05')).toEqual([
    '2026-12-22',
    '2026-12-29',
    '2027-01-05',
  ])
  expect(getWeeklyDays('2027-03-23', '2027-04-05')).toEqual(['2027-03-23', '2027-03-30'])
  expect(getWeeklyDays('2026-11-24', '')).toHaveLength(53)
  expect(getWeeklyDays('2026-11-24', '2026-11-20')).toEqual([])
})

test('a date that ends after midnight overlaps dates of the next day', () => {
  const night = { day: '2026-11-28', from: '21:00', to: '02:00' }
  expect(hoursOverlap(night, { day: '2026-11-29', from: '01:00', to: '03:00' })).toBe(true)
  expect(hoursOverlap(night, { day: '2026-11-29', from: '02:00', to: '03:00' })).toBe(false)
  expect(hoursOverlap(night, { day: '2026-11-28', from: '10:00', to: '21:00' })).toBe(false)
})
