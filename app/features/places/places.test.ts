import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { weekdayOf } from '../../../domain/dates.ts'
import { popUpPlace, tacoTuesdays } from '../../content/dates.ts'
import { diary } from './happenings.server.ts'
import { organisation } from '../seo/organisation.ts'
import { eventsData } from './structured-data.server.ts'

const site = 'https://shop.example'
const at = (text: string) => Date.parse(text)

test('before the pop-ups of 2025 they are still to come, after them they have been and gone', () => {
  const before = diary(at('2025-06-05T12:00:00Z'))
  expect(before.upcoming.find(({ kind }) => kind === 'pop-up')?.day).toBe('2025-06-05')
  expect(before.past).toEqual([])
  const after = diary(at('2026-11-20T12:00:00Z'))
  expect(after.past.map(({ day }) => day)).toEqual(['2025-07-10', '2025-06-05'])
})

test('taco nights are listed some weeks ahead, on Tuesdays, without the nights off', () => {
  const { upcoming } = diary(at('2026-11-20T12:00:00Z'))
  const days = upcoming.filter(({ kind }) => kind === 'taco-tuesday').map(({ day }) => day)
  const nightsOff = tacoTuesdays.notOn.filter((day) => day > '2026-11-20' && day < '2027-01-30')
  expect(days).toHaveLength(10 - nightsOff.length)
  expect(days.filter((day) => weekdayOf(day) !== 2 || nightsOff.includes(day))).toEqual([])
})

test('search engines get dates to come with their places', () => {
  const { upcoming } = diary(at('2025-06-01T12:00:00Z'))
  const popUp = upcoming.filter(({ kind }) => kind === 'pop-up').slice(0, 1)
  expect(eventsData(popUp, site)).toMatchObject({
    '@graph': [
      {
        '@type': 'FoodEvent',
        startDate: '2025-06-05T17:00:00.000Z',
        location: { address: { postalCode: popUpPlace.postcode } },
      },
    ],
  })
})

test('the organisation is known by its legal name and the year it began', () => {
  expect(organisation(site)).toMatchObject({
    '@type': 'Organization',
    legalName: business.legalName,
    foundingDate: String(business.tradingSince),
  })
})
