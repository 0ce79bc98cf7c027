import { expect, test } from 'vitest'
import { happenings } from '../../features/places/happenings.server.ts'
import { calendarAnswer } from './calendar.server.ts'

const site = 'https://shop.example'

test('a calendar gets one entry a date, and a date keeps its name', async () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const answer = calendarAnswer(happenings(now), 'dates.ics', site, now)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await answer.text()
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(happenings(now).length)
  expect(file).toContain('UID:pop-up-june-2025@shop.example\r\n')
  expect(file).toContain('DTSTART:20250605T170000Z\r\n')
})
