import { expect, test } from 'vitest'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import { createCalendarResponse } from './calendar.server.ts'

const site = 'https://shop.example'
const now = Date.parse('2026-11-20T12:00:00Z')

test('the calendar has one entry for each event with a stable id', async () => {
  const dates = [tacoNight(), tacoNight({ slug: 'taco-tuesday-2026-12-01', day: '2026-12-01' })]
  const response = createCalendarResponse(dates, 'dates.ics', site, now)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await response.text()
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(file).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(file).toContain('DTSTART:20261124T173000Z\r\n')
  expect(file).toContain('SEQUENCE:0\r\nSTATUS:CONFIRMED\r\n')
})

test('a cancelled or moved event is the same calendar entry with a higher sequence number', async () => {
  const file = async (date: typeof movedNight) =>
    createCalendarResponse([date], 'dates.ics', site, now).text()
  const cancelled = await file(cancelledNight)
  expect(cancelled).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(cancelled).toContain('SEQUENCE:1\r\nSTATUS:CANCELLED\r\n')
  const moved = await file(movedNight)
  expect(moved).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(moved).toContain('DTSTART:20261125T180000Z\r\n')
  expect(moved).toContain('SEQUENCE:1\r\nSTATUS:CONFIRMED\r\n')
})

test('calendar entries have London hours across a clock change', async () => {
  const night = tacoNight({ day: '2027-03-27', from: '22:00', to: '02:30' })
  const file = await createCalendarResponse([night], 'dates.ics', site, now).text()
  expect(file).toContain('DTSTART:20270327T220000Z\r\nDTEND:20270328T013000Z\r\n')
})
