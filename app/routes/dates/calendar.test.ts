import { expect, test } from 'vitest'
import { cancelledNight, movedNight, tacoNight } from '../../features/places/dates.fixtures.ts'
import { calendarAnswer } from './calendar.server.ts'

const site = 'https://shop.example'
const now = Date.parse('2026-11-20T12:00:00Z')

test('a calendar gets one entry a date, and a date keeps its name', async () => {
  const dates = [tacoNight(), tacoNight({ slug: 'taco-tuesday-2026-12-01', day: '2026-12-01' })]
  const answer = calendarAnswer(dates, 'dates.ics', site, now)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await answer.text()
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(file).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(file).toContain('DTSTART:20261124T173000Z\r\n')
  expect(file).toContain('SEQUENCE:0\r\nSTATUS:CONFIRMED\r\n')
})

test('a date that is cancelled or moved is the same entry, newer than before', async () => {
  const file = async (date: typeof movedNight) =>
    calendarAnswer([date], 'dates.ics', site, now).text()
  const cancelled = await file(cancelledNight)
  expect(cancelled).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(cancelled).toContain('SEQUENCE:1\r\nSTATUS:CANCELLED\r\n')
  const moved = await file(movedNight)
  expect(moved).toContain('UID:taco-tuesday-2026-11-24@shop.example\r\n')
  expect(moved).toContain('DTSTART:20261125T180000Z\r\n')
  expect(moved).toContain('SEQUENCE:1\r\nSTATUS:CONFIRMED\r\n')
})

test('over a change of the clocks the hours stay London’s', async () => {
  const night = tacoNight({ day: '2027-03-27', from: '22:00', to: '02:30' })
  const file = await calendarAnswer([night], 'dates.ics', site, now).text()
  expect(file).toContain('DTSTART:20270327T220000Z\r\nDTEND:20270328T013000Z\r\n')
})
