/** Percent, in hundredths of the price without VAT. https://www.gov.uk/vat-rates */
export const standardRate = 20

/**
 * The VAT in a price that includes it, to the nearest penny; of what went back it is as much below 0. Food is zero-rated, sauces
 * and spices with it (VAT Notice 701/14, 3.7); merchandise bears the standard rate, and delivery what the goods bear
 * (VAT Notice 700/24, 2.2).
 */
export function vatIn(pence: number, rate = standardRate): number {
  const vat = Math.round((Math.abs(pence) * rate) / (100 + rate))
  return pence < 0 && vat > 0 ? -vat : vat
}
