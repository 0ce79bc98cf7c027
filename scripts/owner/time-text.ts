const time = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** '14 Nov 2026, 12:00' in London, of a time in ISO 8601. */
export function timeText(iso: string): string {
  return time.format(new Date(iso))
}
