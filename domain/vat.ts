/** Per cent of the price without VAT. https://www.gov.uk/vat-rates */
export const standardRate = 20

/**
 * Returns the VAT in a price that includes it, to the nearest penny; it is negative for a refund. Food is zero-rated, sauces and
 * spices included (VAT Notice 701/14, 3.7); merchandise bears the standard rate, and delivery has the rate of the goods (VAT
 * Notice 700/24, 2.2).
 */
export function calculateIncludedVat(pence: number, rate = standardRate): number {
  const vat = Math.round((Math.abs(pence) * rate) / (100 + rate))
  return pence < 0 && vat > 0 ? -vat : vat
}
