import type { BookkeepingRow } from './accounts-csv.ts'
import { byteOrderMark, formatCsvDay, formatCsvPounds, formatCsv } from './csv.ts'
import { standardVatPercent, calculateIncludedVat } from './vat.ts'

/** The columns of Xero's template for sales invoices in its order; Xero requires all of them. */
const columns = (
  '*ContactName EmailAddress POAddressLine1 POAddressLine2 POAddressLine3 POAddressLine4 POCity PORegion POPostalCode ' +
  'POCountry *InvoiceNumber Reference *InvoiceDate *DueDate Total InventoryItemCode *Description *Quantity *UnitAmount ' +
  'Discount *AccountCode *TaxType TaxAmount TrackingName1 TrackingOption1 TrackingName2 TrackingOption2 Currency ' +
  'BrandingTheme'
).split(' ')

/** The most invoices that Xero accepts in one file. */
export const xeroInvoiceLimit = 500

/** The code of 'Sales' in Xero's default chart of accounts for a British business. */
const salesAccount = '200'

/** The contact of all invoices. The file contains no customers' names, because the accounts do not need them. */
const contact = 'Online shop'

const taxTypes = {
  none: 'No VAT',
  zero: 'Zero Rated Income',
  standard: `${standardVatPercent}% (VAT on Income)`,
}

interface XeroLine {
  invoice: string
  day: string
  payout: string | null
  description: string
  amount: number
  taxType: string
  /** The tax in pence. The taxes of an order's lines add up to the tax of the whole order. */
  tax: number
}

/**
 * Formats files for Xero's import of sales invoices, with amounts including tax, from the sales, refunds and disputes among the
 * accountant's rows. Each order is an invoice. A refund or dispute is an invoice with a negative total, from which Xero makes a
 * credit note. A file has at most `xeroInvoiceLimit` invoices. Fees are not sales and are left out.
 */
export function formatXeroInvoiceFiles(
  rows: readonly BookkeepingRow[],
  isVatRegistered: boolean,
): string[] {
  const lines = rows.flatMap((row) => toLines(row, isVatRegistered))
  const invoices = [...new Set(lines.map(({ invoice }) => invoice))]
  const files: string[] = []
  for (let from = 0; from < invoices.length; from += xeroInvoiceLimit) {
    const numbers = new Set(invoices.slice(from, from + xeroInvoiceLimit))
    const fileLines = lines.filter(({ invoice }) => numbers.has(invoice))
    files.push(byteOrderMark + formatCsv([columns, ...fileLines.map(toCells)]))
  }
  return files
}

function toLines(row: BookkeepingRow, isVatRegistered: boolean): XeroLine[] {
  const { number, amount } = row
  const isSale = row.kind === 'sale' || row.kind === 'delivery'
  const isReversal = row.kind === 'refund' || row.kind === 'dispute'
  if (number === null || amount === 0 || !(isSale || isReversal)) return []
  const what = row.what ?? 'Order'
  const pieces = row.pieces ?? null
  const line = {
    invoice: isSale ? `WEB-${number}` : `WEB-${number}-${row.kind}-${formatMinute(row.at)}`,
    day: formatCsvDay(row.at),
    payout: row.payout,
    description: pieces === null ? what : `${pieces} × ${what}`,
  }
  if (!isVatRegistered) return [{ ...line, amount, taxType: taxTypes.none, tax: 0 }]
  const standardRated = row.standard ?? 0
  const before = row.before ?? 0
  const tax = calculateIncludedVat(before + standardRated) - calculateIncludedVat(before)
  return [
    { ...line, amount: standardRated, taxType: taxTypes.standard, tax },
    { ...line, amount: amount - standardRated, taxType: taxTypes.zero, tax: 0 },
  ].filter((part) => part.amount !== 0)
}

/** Returns a time as '202606012230', which distinguishes the refunds of one order, even in files for different periods. */
function formatMinute(at: string): string {
  return new Date(at).toISOString().replace(/\D/g, '').slice(0, 12)
}

function toCells({ invoice, day, payout, description, amount, taxType, tax }: XeroLine) {
  const values: Record<string, string | number | null> = {
    '*ContactName': contact,
    '*InvoiceNumber': invoice,
    Reference: payout,
    '*InvoiceDate': day,
    '*DueDate': day,
    '*Description': description,
    // A quantity of 1, because a rounded price multiplied by the quantity would lose pennies of a discount.
    '*Quantity': 1,
    '*UnitAmount': formatCsvPounds(amount),
    '*AccountCode': salesAccount,
    '*TaxType': taxType,
    TaxAmount: formatCsvPounds(tax),
  }
  return columns.map((column) => values[column] ?? null)
}
