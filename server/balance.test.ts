import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { toBalanceRow } from './balance.ts'

const moved: Stripe.BalanceTransaction = {
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 1000,
  available_on: 1_796_083_200,
  balance_type: 'payments',
  created: 1_796_000_000,
  currency: 'gbp',
  description: 'Catering for Hannah',
  exchange_rate: null,
  fee: 35,
  fee_details: [],
  net: 965,
  reporting_category: 'charge',
  source: 'ch_1',
  status: 'available',
  type: 'charge',
}

test('the row of a balance transaction leaves out typed descriptions', () => {
  expect(toBalanceRow(moved)).toEqual({
    id: 'txn_1',
    kind: 'charge',
    amount: 1000,
    fee: 35,
    net: 965,
    currency: 'gbp',
    createdAt: '2026-11-30T00:53:20.000Z',
    availableOn: '2026-12-01',
    sourceId: 'ch_1',
    paymentId: null,
    refundId: null,
    description: null,
  })
})

test.each([
  ['charge_failure', 'refund'],
  ['refund_failure', 'refund'],
  ['dispute_reversal', 'dispute'],
  ['payout_reversal', 'payout'],
  ['network_cost', 'fee'],
  ['risk_reserved_funds', 'adjustment'],
])('the reporting category %s becomes the kind %s', (reporting_category, kind) => {
  expect(toBalanceRow({ ...moved, reporting_category }).kind).toBe(kind)
})

test('the row of a provider’s fee keeps its description', () => {
  const fee = { ...moved, reporting_category: 'fee', description: 'Radar for Fraud Teams' }
  expect(toBalanceRow(fee).description).toBe('Radar for Fraud Teams')
})
