/** The rate in per cent of the price without VAT. https://www.gov.uk/vat-rates */
export const standardVatPercent = 20

/**
 * Returns the VAT that a price includes, to the nearest penny; negative for a refund. Food, including sauces and spices, is
 * zero-rated (VAT Notice 701/14, 3.7). The standard rate applies to merchandise, and delivery has the rate of the goods (VAT Notice
 * 700/24, 2.2).
 */
export function calculateIncludedVat(pence: number, rate = standardVatPercent): number {
  const vat = Math.round((Math.abs(pence) * rate) / (100 + rate))
  return pence < 0 && vat > 0 ? -vat : vat
}
