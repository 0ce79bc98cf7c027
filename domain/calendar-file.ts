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
  maker: string
  stamp: number
  entries: readonly CalendarEntry[]
}

const longestLine = 75
const utf8 = new TextEncoder()

/** Formats an iCalendar file (RFC 5545). Times are in UTC, which every calendar app converts to its own time zone. */
export function calendarFile({ name, maker, stamp, entries }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(maker)}//Dates//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...entries.flatMap((entry) => entryLines(entry, stamp)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

export type CalendarDate = Pick<CalendarEntry, 'begin' | 'end' | 'title'>

/**
 * Parses a file that `calendarFile` has formatted. Leaves out events that are cancelled, and events without a valid start or end.
 */
export function readCalendarFile(file: string): CalendarDate[] {
  const entries = file.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1)
  return entries.flatMap((entry) => {
    const valueOf = (name: string) =>
      new RegExp(`^${name}:(.*)$`, 'm').exec(entry)?.[1]?.trim() ?? ''
    const [begin, end] = [instant(valueOf('DTSTART')), instant(valueOf('DTEND'))]
    const isOff = begin === null || end === null || valueOf('STATUS') === 'CANCELLED'
    return isOff ? [] : [{ begin, end, title: plain(valueOf('SUMMARY')) }]
  })
}

function instant(utcText: string): number | null {
  const iso = utcText.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const at = Date.parse(iso)
  return Number.isNaN(at) ? null : at
}

const plain = (value: string) =>
  value.replaceAll('\\n', ' ').replaceAll(/\\([\\;,])/g, (_, character: string) => character)

function entryLines(entry: CalendarEntry, stamp: number): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${text(entry.uid)}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART:${utc(entry.begin)}`,
    `DTEND:${utc(entry.end)}`,
    `SUMMARY:${text(entry.title)}`,
    `DESCRIPTION:${text(entry.text)}`,
    `LOCATION:${text(entry.place)}`,
    `URL:${entry.url.replaceAll(/[\r\n]/g, '')}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

/** Escapes a text value (RFC 5545, section 3.3.11), without its control characters. */
function text(value: string): string {
  return value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
}

function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** Folds a line into lines of at most 75 bytes (RFC 5545, section 3.1), never inside a character. */
function folded(line: string): string {
  let out = ''
  let used = 0
  for (const character of line) {
    const bytes = utf8.encode(character).length
    if (used + bytes > longestLine) {
      out += '\r\n '
      used = 1
    }
    out += character
    used += bytes
  }
  return out
}
