import type { AccountKind, BookkeepingRow } from './accounts-csv.ts'
import { formatCsvDay, formatCsvPounds } from './csv.ts'

/** The first word of a description. */
const labels: Record<AccountKind, string> = {
  sale: 'Sale',
  delivery: 'Sale',
  fee: 'Fee',
  refund: 'Refund',
  dispute: 'Dispute',
  adjustment: 'Other',
  'other payment': 'Other',
  'payout returned': 'Other',
}

interface Transaction {
  day: string
  amount: number
  description: string
}

/**
 * Formats the accountant's rows as a bank statement for FreeAgent: date, amount, description, without a header, and without
 * quotation marks or commas in cells (FreeAgent, "How to format a CSV file to upload a bank statement"). An order is one
 * transaction that includes its delivery. FreeAgent imports sales in no other format.
 */
export function formatFreeAgentStatement(rows: readonly BookkeepingRow[]): string {
  return toTransactions(rows)
    .filter(({ amount }) => amount !== 0)
    .map(({ day, amount, description }) => `${day},${formatCsvPounds(amount)},${description}\r\n`)
    .join('')
}

function toTransactions(rows: readonly BookkeepingRow[]): Transaction[] {
  const orders = new Map<number, Transaction>()
  return rows.flatMap((row): Transaction[] => {
    const isSale = row.kind === 'sale' || row.kind === 'delivery'
    const existing = isSale && row.number !== null ? orders.get(row.number) : undefined
    if (existing !== undefined) {
      existing.amount += row.amount
      return []
    }
    const transaction = {
      day: formatCsvDay(row.at),
      amount: row.amount,
      description: isSale ? `Sale of order ${row.number}` : formatDescription(row),
    }
    if (isSale && row.number !== null) orders.set(row.number, transaction)
    return [transaction]
  })
}

function formatDescription({ kind, number, what }: BookkeepingRow): string {
  const order = number === null ? '' : ` of order ${number}`
  const words = `${labels[kind]}${order}${what === null ? '' : ` ${what}`}`
  return words.replace(/[",\s]+/g, ' ').trim()
}
