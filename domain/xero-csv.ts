import type { AccountRow } from './accounts-csv.ts'
import { byteOrderMark, csvDay, csvPounds, csvText } from './csv.ts'
import { standardRate, vatIn } from './vat.ts'

/** The columns of Xero's template for sales invoices, in its order; Xero asks for all of them. */
const columns = (
  '*ContactName EmailAddress POAddressLine1 POAddressLine2 POAddressLine3 POAddressLine4 POCity PORegion POPostalCode ' +
  'POCountry *InvoiceNumber Reference *InvoiceDate *DueDate Total InventoryItemCode *Description *Quantity *UnitAmount ' +
  'Discount *AccountCode *TaxType TaxAmount TrackingName1 TrackingOption1 TrackingName2 TrackingOption2 Currency ' +
  'BrandingTheme'
).split(' ')

/** Xero takes no more invoices in one file. */
export const xeroInvoiceLimit = 500

/** 'Sales' in the chart of accounts that Xero gives a British business. */
const salesAccount = '200'

/** One contact for all shoppers: the bookkeeper needs no names, so the file has none. */
const contact = 'Online shop'

const taxTypes = {
  none: 'No VAT',
  zero: 'Zero Rated Income',
  standard: `${standardRate}% (VAT on Income)`,
}

interface XeroLine {
  invoice: string
  day: string
  payout: string | null
  description: string
  amount: number
  taxType: string
  /** Pence of the amount, to the penny of the whole order. */
  tax: number
}

/**
 * The sales, refunds and disputes among the accountant's rows as files for Xero's import of sales invoices, amounts
 * including tax: an invoice for each order, and one with a negative total, which Xero makes a credit note, for what
 * went back. At most `xeroInvoiceLimit` invoices a file; fees are no sales and stay out.
 */
export function xeroInvoiceFiles(rows: readonly AccountRow[], isVatRegistered: boolean): string[] {
  const lines = rows.flatMap((row) => toLines(row, isVatRegistered))
  const invoices = [...new Set(lines.map(({ invoice }) => invoice))]
  const files: string[] = []
  for (let from = 0; from < invoices.length; from += xeroInvoiceLimit) {
    const numbers = new Set(invoices.slice(from, from + xeroInvoiceLimit))
    const held = lines.filter(({ invoice }) => numbers.has(invoice))
    files.push(byteOrderMark + csvText([columns, ...held.map(toCells)]))
  }
  return files
}

function toLines(row: AccountRow, isVatRegistered: boolean): XeroLine[] {
  const { number, amount } = row
  const isSale = row.kind === 'sale' || row.kind === 'delivery'
  const isReturned = row.kind === 'refund' || row.kind === 'dispute'
  if (number === null || amount === 0 || !(isSale || isReturned)) return []
  const what = row.what ?? 'Order'
  const pieces = row.pieces ?? null
  const line = {
    invoice: isSale ? `WEB-${number}` : `WEB-${number}-${row.kind}-${minuteOf(row.at)}`,
    day: csvDay(row.at),
    payout: row.payout,
    description: pieces === null ? what : `${pieces} × ${what}`,
  }
  if (!isVatRegistered) return [{ ...line, amount, taxType: taxTypes.none, tax: 0 }]
  const taxed = row.standard ?? 0
  const before = row.before ?? 0
  const tax = vatIn(before + taxed) - vatIn(before)
  return [
    { ...line, amount: taxed, taxType: taxTypes.standard, tax },
    { ...line, amount: amount - taxed, taxType: taxTypes.zero, tax: 0 },
  ].filter((part) => part.amount !== 0)
}

/** '202606012230': tells two refunds of one order apart, also in files of different periods. */
function minuteOf(at: string): string {
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
    // Quantity times a rounded price would lose pennies of a discount.
    '*Quantity': 1,
    '*UnitAmount': csvPounds(amount),
    '*AccountCode': salesAccount,
    '*TaxType': taxType,
    TaxAmount: csvPounds(tax),
  }
  return columns.map((column) => values[column] ?? null)
}
