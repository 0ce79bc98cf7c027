import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BookkeepingRow, formatAccountsCsv, formatAccountsHeader } from './accounts-csv.ts'

const sale: BookkeepingRow = {
  at: '2026-06-01T22:30:00Z',
  kind: 'sale',
  number: 1042,
  line: 1,
  what: '=Tee, M',
  pieces: 2,
  listed: 4800,
  amount: 4320,
  standard: 4320,
  payout: 'po_1',
  paidOutOn: '2026-06-04',
  reference: 'txn_1',
}

test('writes a row with the London day and time, in pounds, without a formula', () => {
  expect(formatAccountsHeader(false) + formatAccountsCsv([sale], false)).toBe(
    '\uFEFFDate,Time,Order,Line,Kind,Item,Pieces,Listed,Discount,Amount,Payout,Paid out on,Reference\r\n' +
      `2026-06-01,23:30,1042,1,Sale,"'=Tee, M",2,48.00,4.80,43.20,po_1,2026-06-04,txn_1\r\n`,
  )
})

test('adds columns for standard-rated sales and their VAT for a VAT-registered business', () => {
  const refund = { ...sale, kind: 'refund' as const, listed: null, amount: -4320, standard: -4320 }
  const text = formatAccountsHeader(true) + formatAccountsCsv([sale, refund], true)
  expect(text).toContain('Amount,Of that at 20%,VAT at 20%,Payout')
  expect(text).toContain(',43.20,43.20,7.20,po_1')
  expect(text).toContain(',-43.20,-43.20,-7.20,po_1')
})

test('the column of amounts adds up to the pence of the rows', () => {
  const rows = fc.array(fc.integer({ min: -1e7, max: 1e7 }), { maxLength: 50 })
  fc.assert(
    fc.property(rows, (amounts) => {
      const text = formatAccountsCsv(
        amounts.map((amount) => ({ ...sale, what: 'Tee', listed: null, amount })),
        false,
      )
      const read = text
        .split('\r\n')
        .slice(0, -1)
        .map((line) => Math.round(Number(line.split(',')[9]) * 100))
      expect(read).toEqual(amounts)
    }),
  )
})

test('rounds the VAT of an order to the penny regardless of its number of rows', () => {
  const rows = [0, 2, 4].map((before) => ({ ...sale, what: 'Tee', standard: 2, before }))
  const read = formatAccountsCsv(rows, true)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => Number(line.split(',')[11]))
  expect(read).toEqual([0, 0.01, 0])
})
