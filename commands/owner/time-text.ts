import { dayText } from '../../domain/day-text.ts'

const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** '14 Nov 2026, 12:00' in London, of a time in ISO 8601. */
export function timeText(iso: string): string {
  return time.format(new Date(iso))
}

/** 'erased on 20 November 2026', of an order without a name. */
export function erasedText({ erased_at }: { erased_at: string | null }): string {
  return erased_at === null ? 'erased' : `erased on ${dayText(erased_at)}`
}
