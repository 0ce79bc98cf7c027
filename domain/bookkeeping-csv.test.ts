import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookkeepingRow } from './accounts-csv.ts'
import { formatFreeAgentStatement } from './freeagent-csv.ts'
import { formatXeroInvoiceFiles, xeroInvoiceLimit } from './xero-csv.ts'

const base = { payout: 'po_1', paidOutOn: '2026-06-04', reference: 'txn_1', number: 1042 }
const sale: BookkeepingRow = {
  ...base,
  at: '2026-06-01T22:30:00Z',
  kind: 'sale',
  line: 1,
  what: 'Tee, M',
  pieces: 2,
  amount: 4320,
  standard: 4320,
}
const delivery: BookkeepingRow = {
  ...base,
  at: sale.at,
  kind: 'delivery',
  what: 'Standard',
  amount: 329,
  standard: 300,
  before: 4320,
}
const rows: BookkeepingRow[] = [
  sale,
  delivery,
  { ...base, at: '2026-06-01T22:30:00Z', kind: 'fee', what: 'Card fee', amount: -85 },
  {
    ...base,
    at: '2026-06-03T09:00:00Z',
    kind: 'refund',
    what: '1 × Tee, M',
    amount: -2160,
    standard: -2160,
  },
  {
    ...base,
    number: null,
    at: '2026-06-03T09:00:00Z',
    kind: 'adjustment',
    what: 'Said "so",\nthe bank',
    amount: 12,
  },
]

test('imports an order into Xero as one invoice and its refund as a credit note', () => {
  const [file = '', ...others] = formatXeroInvoiceFiles(rows, false)
  expect(others).toEqual([])
  const [head, ...lines] = file.split('\r\n')
  expect(head).toBe(
    '\uFEFF*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,' +
      'POPostalCode,POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InventoryItemCode,*Description,' +
      '*Quantity,*UnitAmount,Discount,*AccountCode,*TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,' +
      'TrackingOption2,Currency,BrandingTheme',
  )
  expect(lines).toEqual([
    'Online shop,,,,,,,,,,WEB-1042,po_1,01/06/2026,01/06/2026,,,"2 × Tee, M",1,43.20,,200,No VAT,0.00,,,,,,',
    'Online shop,,,,,,,,,,WEB-1042,po_1,01/06/2026,01/06/2026,,,Standard,1,3.29,,200,No VAT,0.00,,,,,,',
    'Online shop,,,,,,,,,,WEB-1042-refund-202606030900,po_1,03/06/2026,03/06/2026,,,"1 × Tee, M",1,-21.60,,200,No VAT,0.00,,,,,,',
    '',
  ])
})

test('splits standard-rated from zero-rated amounts for Xero, with the VAT to the penny', () => {
  const [file = ''] = formatXeroInvoiceFiles(rows.slice(0, 2), true)
  const cells = file
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').slice(-11, -6).join(','))
  expect(cells).toEqual([
    '43.20,,200,20% (VAT on Income),7.20',
    '3.00,,200,20% (VAT on Income),0.50',
    '0.29,,200,Zero Rated Income,0.00',
  ])
})

test('splits more invoices than Xero accepts into several files without cutting an order', () => {
  const many = Array.from({ length: xeroInvoiceLimit + 1 }, (_, at) => [
    { ...sale, number: at },
    { ...delivery, number: at },
  ]).flat()
  const files = formatXeroInvoiceFiles(many, false)
  expect(files.map((file) => file.split('\r\n').length - 2)).toEqual([2 * xeroInvoiceLimit, 2])
  expect(formatXeroInvoiceFiles([], false)).toEqual([])
})

test('writes a FreeAgent statement without a header, quotation marks or commas in cells', () => {
  expect(formatFreeAgentStatement(rows)).toBe(
    '01/06/2026,46.49,Sale of order 1042\r\n' +
      '01/06/2026,-0.85,Fee of order 1042 Card fee\r\n' +
      '03/06/2026,-21.60,Refund of order 1042 1 × Tee M\r\n' +
      '03/06/2026,0.12,Other Said so the bank\r\n',
  )
})

test('the FreeAgent statement adds up to the same pence as the accountant’s rows', () => {
  const row = fc.record({
    number: fc.option(fc.integer({ min: 1, max: 9 })),
    kind: fc.constantFrom('sale', 'delivery', 'fee', 'refund', 'dispute', 'other payment'),
    amount: fc.integer({ min: -1e7, max: 1e7 }),
    what: fc.option(fc.string()),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (some) => {
      const typed = some.map((one) => ({ ...sale, ...one }))
      const read = formatFreeAgentStatement(typed)
        .split('\r\n')
        .slice(0, -1)
        .map((line) => line.split(','))
      expect(read.every((cells) => cells.length === 3)).toBe(true)
      const sum = read.reduce((total, cells) => total + Math.round(Number(cells[1]) * 100), 0)
      expect(sum).toBe(some.reduce((total, { amount }) => total + amount, 0))
    }),
  )
})
