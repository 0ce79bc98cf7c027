import type { OrderEmail } from '../emails.ts'

/** The lines of a postal address; Great Britain is where everything goes and is not said. */
export function addressLines(address: NonNullable<OrderEmail['address']>): string[] {
  const { name, line1, line2, city, county, postcode, country } = address
  const abroad = country === null || country === 'GB' ? null : country
  return [name, line1, line2, city, county, postcode, abroad].filter(
    (line): line is string => line !== null && line !== '',
  )
}

/** How many things are in the parcel. */
export function pieces(order: OrderEmail): number {
  return order.lines.reduce((sum, line) => sum + line.quantity, 0)
}
