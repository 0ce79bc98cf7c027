/** An event of an iCalendar file. Times are in ms since 1970. */
export interface CalendarEntry {
  /** Never changes, so that a calendar app that reads the file again updates the event instead of adding another. */
  uid: string
  begin: number
  end: number
  title: string
  text: string
  place: string
  url: string
  isCancelled: boolean
  /** Starts at 0 and grows with each change of the event. */
  sequence: number
}

export interface CalendarFile {
  name: string
  producer: string
  timestamp: number
  entries: readonly CalendarEntry[]
}

const maxLineBytes = 75
const encoder = new TextEncoder()

/** Formats an iCalendar file (RFC 5545). Times are in UTC, which every calendar app converts to its own time zone. */
export function formatCalendarFile({ name, producer, timestamp, entries }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(producer)}//Dates//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...entries.flatMap((entry) => formatEntry(entry, timestamp)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

export type CalendarDate = Pick<CalendarEntry, 'begin' | 'end' | 'title'>

/**
 * Parses a file that `formatCalendarFile` has formatted. Leaves out events that are cancelled, and events without a valid start or
 * end.
 */
export function parseCalendarFile(file: string): CalendarDate[] {
  const entries = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  return entries.flatMap((entry) => {
    const getValue = (name: string) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(entry)?.[1]?.trim() ?? ''
    const [begin, end] = [parseUtc(getValue('DTSTART')), parseUtc(getValue('DTEND'))]
    const isLeftOut = begin === null || end === null || getValue('STATUS') === 'CANCELLED'
    return isLeftOut ? [] : [{ begin, end, title: unescapeText(getValue('SUMMARY')) }]
  })
}

function parseUtc(utcText: string): number | null {
  const iso = utcText.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const at = Date.parse(iso)
  return Number.isNaN(at) ? null : at
}

const unescapeText = (value: string) =>
  value.replaceAll('\\n', ' ').replaceAll(/\\([\\;,])/g, (_, character: string) => character)

function formatEntry(entry: CalendarEntry, timestamp: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${formatUtc(timestamp)}`,
    `DTSTART:${formatUtc(entry.begin)}`,
    `DTEND:${formatUtc(entry.end)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    `DESCRIPTION:${escapeText(entry.text)}`,
    `LOCATION:${escapeText(entry.place)}`,
    `URL:${entry.url.replaceAll(/[\r\n]/g, '')}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** Escapes a text value (RFC 5545, section 3.3.11), without its control characters. */
function escapeText(value: string): string {
  return value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
}

function formatUtc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Folds a line into lines of at most 75 bytes (RFC 5545, section 3.1), never inside a character. */
function foldLine(line: string): string {
  let result = ''
  let lineBytes = 0
  for (const character of line) {
    const bytes = encoder.encode(character).length
    if (lineBytes + bytes > maxLineBytes) {
      result += '\r\n '
      lineBytes = 1
    }
    result += character
    lineBytes += bytes
  }
  return result
}
