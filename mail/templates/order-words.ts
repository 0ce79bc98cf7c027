import type { OrderLetter, OrderLine } from '../letters.ts'

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

/** 'Sat 14 Nov 2026', the day in London. */
export function dayOf(time: string): string {
  return dayFormat.format(new Date(time)).replaceAll(',', '')
}

/** 'every month', 'every 3 months', 'every year'. */
export function everySoOften({ unit, count }: NonNullable<OrderLine['interval']>): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`
}

/** The lines of a postal address; Great Britain is where everything goes and is not said. */
export function addressLines(address: NonNullable<OrderLetter['address']>): string[] {
  const { name, line1, line2, city, county, postcode, country } = address
  const abroad = country === null || country === 'GB' ? null : country
  return [name, line1, line2, city, county, postcode, abroad].filter(
    (line): line is string => line !== null && line !== '',
  )
}

/** How many things are in the parcel. */
export function pieces(order: OrderLetter): number {
  return order.lines.reduce((sum, line) => sum + line.quantity, 0)
}
