import { expect, test } from 'vitest'
import { business } from '../../../domain/business.ts'
import { cafe, cancelledNight, movedNight, tacoNight } from './dates.fixtures.ts'
import { toDiaryEntries, getNextEvents, getUsualPlace } from './shop-events.server.ts'
import { organisationData } from '../seo/organisation.ts'
import { eventsData } from './structured-data.server.ts'

const site = 'https://shop.example'

const first = tacoNight({ slug: 'pop-up-june-2025', kind: 'pop-up', day: '2025-06-05' })

test('a cancelled event is struck out with the reason', () => {
  expect(toDiaryEntries([cancelledNight])).toMatchObject([
    { day: 'Tuesday 24 November', isOff: true, note: 'Cancelled. The fryer has had enough.' },
  ])
})

test('a moved event is listed on its new date and on the planned one', () => {
  expect(toDiaryEntries([movedNight])).toMatchObject([
    {
      day: 'Tuesday 24 November',
      from: '5.30pm',
      host: cafe.name,
      isOff: true,
      note: 'Moved to Wednesday 25 November, 6pm to 10pm, The Yard.',
    },
    {
      day: 'Wednesday 25 November',
      from: '6pm',
      host: 'The Yard',
      isOff: false,
      note: 'Moved from Tuesday 24 November, 5.30pm to 9.30pm, The Formica Café. The café has a wedding.',
    },
  ])
})

test('an event that was moved far away is still among the first events by its planned date', () => {
  const far = { ...movedNight, day: '2026-12-16' }
  const later = ['2026-12-01', '2026-12-08'].map((day) => tacoNight({ day }))
  expect(getNextEvents([...later, far], 2, '2026-11-20')).toEqual([far, later[0]])
})

test('a moved event is no longer listed on its planned date once that day is past', () => {
  const far = { ...movedNight, day: '2026-12-16' }
  const later = ['2026-12-01', '2026-12-08'].map((day) => tacoNight({ day }))
  expect(getNextEvents([...later, far], 2, '2026-11-25')).toEqual(later)
  expect(toDiaryEntries([far], '2026-11-25').map(({ isOff }) => isOff)).toEqual([false])
})

test('an event with new hours on the same day is listed once', () => {
  const later = { ...movedNight, day: '2026-11-24', place: cafe, words: '' }
  expect(toDiaryEntries([later])).toMatchObject([
    { from: '6pm', isOff: false, note: 'Moved from 5.30pm to 9.30pm.' },
  ])
})

test('the usual place of the taco nights stays the café when one night is elsewhere', () => {
  expect(getUsualPlace({ upcoming: [movedNight], past: [] })).toEqual(cafe)
  expect(getUsualPlace({ upcoming: [], past: [] })).toBeNull()
})

test('the structured data contains upcoming events with their places', () => {
  expect(eventsData([first], site)).toMatchObject({
    '@graph': [
      {
        '@type': 'FoodEvent',
        startDate: '2025-06-05T16:30:00.000Z',
        eventStatus: 'https://schema.org/EventScheduled',
        location: { address: { postalCode: cafe.postcode } },
      },
    ],
  })
})

test('the structured data contains cancelled and moved events', () => {
  expect(eventsData([cancelledNight, movedNight], site)).toMatchObject({
    '@graph': [
      {
        eventStatus: 'https://schema.org/EventCancelled',
        startDate: '2026-11-24T17:30:00.000Z',
        description: 'Cancelled. The fryer has had enough. Three salsas, one of them a dare.',
      },
      {
        eventStatus: 'https://schema.org/EventRescheduled',
        startDate: '2026-11-25T18:00:00.000Z',
        previousStartDate: '2026-11-24T17:30:00.000Z',
      },
    ],
  })
})

test('the structured data of the organisation has its legal name and founding year', () => {
  expect(organisationData(site)).toMatchObject({
    '@type': 'Organization',
    legalName: business.legalName,
    foundingDate: String(business.tradingSince),
  })
})
