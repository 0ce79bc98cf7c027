import { byteOrderMark, formatCsvPounds, formatCsv } from './csv.ts'
import { londonDay } from './dates.ts'
import { standardVatPercent, calculateIncludedVat } from './vat.ts'

export const accountKinds = [
  'sale',
  'delivery',
  'fee',
  'refund',
  'dispute',
  'adjustment',
  'other payment',
  'payout returned',
] as const
export type AccountKind = (typeof accountKinds)[number]

/** A row of the accountant's CSV file: an order line, its delivery, a fee, a refund or another payment. Amounts are in pence. */
export interface BookkeepingRow {
  at: string
  kind: AccountKind
  number: number | null
  line?: number | null | undefined
  what: string | null
  pieces?: number | null | undefined
  /** The shop's price of the whole line in pence, before a discount. */
  listed?: number | null | undefined
  /** Negative for an outgoing payment, such as a fee or a refund. The amounts of a payout add up to its total. */
  amount: number
  /** The part of the amount, in pence, to which the standard rate of VAT applies if the business is registered for VAT. */
  standard?: number | null | undefined
  /**
   * The sum, in pence, of `standard` in the earlier rows of the same order and kind. VAT is rounded once per order, not per row.
   */
  before?: number | null | undefined
  payout: string | null
  paidOutOn: string | null
  reference: string | null
}

const labels: Record<AccountKind, string> = {
  sale: 'Sale',
  delivery: 'Delivery',
  fee: 'Fee',
  refund: 'Refund',
  dispute: 'Dispute',
  adjustment: 'Correction',
  'other payment': 'Payment without an order',
  'payout returned': 'Payout returned',
}

const orderColumns = [
  'Date',
  'Time',
  'Order',
  'Line',
  'Kind',
  'Item',
  'Pieces',
  'Listed',
  'Discount',
]
const payoutColumns = ['Payout', 'Paid out on', 'Reference']
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** Returns the header row, with VAT columns only for a business that is registered for VAT. */
export function formatAccountsHeader(isVatRegistered: boolean): string {
  const vat = isVatRegistered
    ? [`Of that at ${standardVatPercent}%`, `VAT at ${standardVatPercent}%`]
    : []
  return byteOrderMark + formatCsv([[...orderColumns, 'Amount', ...vat, ...payoutColumns]])
}

export function formatAccountsCsv(
  rows: readonly BookkeepingRow[],
  isVatRegistered: boolean,
): string {
  return formatCsv(rows.map((row) => toCells(row, isVatRegistered)))
}

function toCells(row: BookkeepingRow, isVatRegistered: boolean): (string | number | null)[] {
  const { amount, listed = null } = row
  const discount = listed === null ? 0 : listed - amount
  const standardRated = row.standard ?? 0
  const before = row.before ?? 0
  const vat = calculateIncludedVat(before + standardRated) - calculateIncludedVat(before)
  return [
    londonDay(Date.parse(row.at)),
    timeFormat.format(Date.parse(row.at)),
    row.number,
    row.line ?? null,
    labels[row.kind],
    row.what,
    row.pieces ?? null,
    formatPounds(listed),
    discount === 0 ? null : formatPounds(discount),
    formatPounds(amount),
    ...(isVatRegistered ? [formatPounds(standardRated), formatPounds(vat)] : []),
    row.payout,
    row.paidOutOn,
    row.reference,
  ]
}

const formatPounds = (pence: number | null): string | null =>
  pence === null ? null : formatCsvPounds(pence)
