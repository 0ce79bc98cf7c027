import { expect, test } from 'vitest'
import { calendarFile, readCalendarFile } from './calendar-file.ts'

const supper = {
  uid: 'supper@shop.example',
  begin: Date.UTC(2026, 11, 3, 18),
  end: Date.UTC(2026, 11, 3, 22),
  title: 'Supper',
  text: 'Bring a jar.',
  place: 'Example Square, London',
  url: 'https://shop.example/southern-comfort-food',
  isCancelled: false,
  sequence: 0,
}
const written = (entry: Partial<typeof supper> = {}) =>
  calendarFile({
    name: 'Dates',
    maker: 'The shop',
    stamp: Date.UTC(2026, 10, 20, 12),
    entries: [{ ...supper, ...entry }],
  })
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a calendar file says when, what and where', () => {
  expect(unfolded(written())).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'UID:supper@shop.example',
      'DTSTAMP:20261120T120000Z',
      'DTSTART:20261203T180000Z',
      'DTEND:20261203T220000Z',
      'SUMMARY:Supper',
      'LOCATION:Example Square\\, London',
    ]),
  )
  expect(written().endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})

test('what is cancelled keeps its name, says so, and is newer than before', () => {
  expect(unfolded(written())).toEqual(expect.arrayContaining(['SEQUENCE:0', 'STATUS:CONFIRMED']))
  const cancelled = written({ isCancelled: true, sequence: 3 })
  expect(unfolded(cancelled)).toEqual(
    expect.arrayContaining(['UID:supper@shop.example', 'SEQUENCE:3', 'STATUS:CANCELLED']),
  )
  expect(readCalendarFile(cancelled)).toEqual([])
})

test('commas, semicolons, backslashes and line breaks of a text are escaped', () => {
  expect(unfolded(written({ text: 'a,b;c\\d\r\ne\nf' }))).toContain(
    'DESCRIPTION:a\\,b\\;c\\\\d\\ne\\nf',
  )
})

test('no text can begin a line of its own', () => {
  const attack = 'x\r\nATTENDEE:mailto:a@example.com\u0000\rDTEND:20300101T000000Z'
  const lines = unfolded(written({ title: attack, uid: attack, place: attack, url: attack }))
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual(['DTEND:20261203T220000Z'])
})

test('lines are at most 75 bytes long and no character is cut in two', () => {
  const text = 'Jalapeño – crème brûlée 🌶️ '.repeat(20)
  const file = written({ text })
  const lengths = file.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
  expect(unfolded(file)).toContain(`DESCRIPTION:${text}`)
})

test('a file is read back as it was written', () => {
  const title =
    'Supper; fish, chips \\ and a song that is longer than one line of a calendar file may be'
  expect(readCalendarFile(written({ title }))).toEqual([
    { begin: supper.begin, end: supper.end, title },
  ])
})

test('what is no calendar file has no dates', () => {
  expect(readCalendarFile('BEGIN:VEVENT\r\nDTSTART:soon\r\n<html>')).toEqual([])
})

test('what is cancelled takes no day', () => {
  const cancelled = written().replace('STATUS:CONFIRMED', 'STATUS:CANCELLED')
  expect(readCalendarFile(cancelled)).toEqual([])
})
