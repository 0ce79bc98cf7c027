import { expect, test } from 'vitest'
import { formatCalendarFile, parseCalendarFile } from './calendar-file.ts'

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
const writeCalendar = (entry: Partial<typeof supper> = {}) =>
  formatCalendarFile({
    name: 'Dates',
    producer: 'The shop',
    timestamp: Date.UTC(2026, 10, 20, 12),
    entries: [{ ...supper, ...entry }],
  })
const unfoldLines = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a calendar file names the time, title and place of an event', () => {
  expect(unfoldLines(writeCalendar())).toEqual(
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
  expect(writeCalendar().endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
})

test('a cancelled event keeps its id, has status CANCELLED and a higher sequence number', () => {
  expect(unfoldLines(writeCalendar())).toEqual(
    expect.arrayContaining(['SEQUENCE:0', 'STATUS:CONFIRMED']),
  )
  const cancelled = writeCalendar({ isCancelled: true, sequence: 3 })
  expect(unfoldLines(cancelled)).toEqual(
    expect.arrayContaining(['UID:supper@shop.example', 'SEQUENCE:3', 'STATUS:CANCELLED']),
  )
  expect(parseCalendarFile(cancelled)).toEqual([])
})

test('escapes commas, semicolons, backslashes and line breaks in text', () => {
  expect(unfoldLines(writeCalendar({ text: 'a,b;c\\d\r\ne\nf' }))).toContain(
    'DESCRIPTION:a\\,b\\;c\\\\d\\ne\\nf',
  )
})

test('text cannot start a new line in a calendar file', () => {
  const attack = 'x\r\nATTENDEE:mailto:a@example.com\u0000\rDTEND:20300101T000000Z'
  const lines = unfoldLines(
    writeCalendar({ title: attack, uid: attack, place: attack, url: attack }),
  )
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
  expect(lines.filter((line) => line.startsWith('DTEND'))).toEqual(['DTEND:20261203T220000Z'])
})

test('folds lines at 75 bytes without cutting a character in two', () => {
  const text = 'Jalapeño – crème brûlée 🌶️ '.repeat(20)
  const file = writeCalendar({ text })
  const lengths = file.split('\r\n').map((line) => Buffer.byteLength(line))
  expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
  expect(unfoldLines(file)).toContain(`DESCRIPTION:${text}`)
})

test('reads an event back as it was written', () => {
  const title =
    'Supper; fish, chips \\ and a song that is longer than one line of a calendar file may be'
  expect(parseCalendarFile(writeCalendar({ title }))).toEqual([
    { begin: supper.begin, end: supper.end, title },
  ])
})

test('reads no events from text that is not a calendar file', () => {
  expect(parseCalendarFile('BEGIN:VEVENT\r\nDTSTART:soon\r\n<html>')).toEqual([])
})

test('leaves cancelled events out when it reads a calendar file', () => {
  const cancelled = writeCalendar().replace('STATUS:CONFIRMED', 'STATUS:CANCELLED')
  expect(parseCalendarFile(cancelled)).toEqual([])
})
