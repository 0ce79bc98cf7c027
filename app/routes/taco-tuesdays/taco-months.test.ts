import { expect, test } from 'vitest'
import { tacoTuesdays } from '../../content/dates.ts'
import { tacoMonths } from './taco-months.server.ts'

test('the planner shows this month and the next, over the new year too', () => {
  expect(tacoMonths('2026-12-31').map(({ month, name }) => [month, name])).toEqual([
    ['2026-12', 'December'],
    ['2027-01', 'January'],
  ])
  expect(tacoMonths('2027-01-31').map(({ month }) => month)).toEqual(['2027-01', '2027-02'])
})

test('the whole column of Tuesdays is filled, but for the nights off', () => {
  const [month] = tacoMonths('2027-06-15')
  const columns = month?.rows.map((row) => row.map(({ isTuesday }) => isTuesday))
  expect(new Set(columns?.map(String))).toEqual(
    new Set([String([false, true, false, false, false, false, false])]),
  )
  const on = month?.rows.flat().filter(({ isOn }) => isOn) ?? []
  const off = tacoTuesdays.notOn.filter((day) => day.startsWith('2027-06'))
  expect(on).toHaveLength(5 - off.length)
})
