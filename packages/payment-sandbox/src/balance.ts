import {
  type SandboxContext,
  secondsPerDay,
  saveObject,
  createId,
  getCurrentSeconds,
} from './context.ts'
import type { BalanceTransaction } from './objects.ts'

/** Returns the fee of a payment in pence: 1.5% and 20p, the provider's fee for UK cards. */
export function calculateCardFee(amount: number): number {
  return Math.round(amount * 0.015) + 20
}

/** The fee of a dispute in pence. */
const disputeFee = 20_00

const payoutJobSubject = 'payouts'

/** Returns the first midnight (UTC) after `time`; both are in seconds since 1970. */
function getNextMidnight(time: number): number {
  return (Math.floor(time / secondsPerDay) + 1) * secondsPerDay
}

/** Schedules a payout of the available balance for the next midnight (UTC). */
export function schedulePayout(context: SandboxContext): void {
  const due = getNextMidnight(getCurrentSeconds(context)) * 1000
  context.store.putJob({ subject: payoutJobSubject, due, outcome: 'paid out' })
}

type Movement = Pick<BalanceTransaction, 'amount' | 'created' | 'currency' | 'fee' | 'type'> & {
  id: string
  category: string
}

/** Creates balance transactions for payments, refunds and disputes that have none yet. */
export function createMissingTransactions(context: SandboxContext): void {
  const { store } = context
  store.together(() => {
    const booked = new Set(
      store
        .all('balance_transaction')
        .map(({ source, reporting_category: category }) => `${category} ${source}`),
    )
    const due = listMovements(context).filter(
      ({ id, category }) => !booked.has(`${category} ${id}`),
    )
    for (const movement of due.toSorted((a, b) => a.created - b.created))
      createTransaction(context, movement)
  })
}

function listMovements({ store }: SandboxContext): Movement[] {
  return [
    ...store
      .all('charge')
      .filter(({ status }) => status === 'succeeded')
      .map(({ id, created, currency, amount_captured: amount }) => {
        const shared = { id, created, currency, amount, fee: calculateCardFee(amount) }
        return { ...shared, type: 'charge' as const, category: 'charge' }
      }),
    ...store.all('refund').flatMap(({ id, created, currency, amount, failed }): Movement[] => {
      const gone = { id, created, currency, amount: -amount, fee: 0 }
      const refund = { ...gone, type: 'refund', category: 'refund' } as const
      if (failed === undefined) return [refund]
      const back = { ...gone, created: failed, amount }
      return [refund, { ...back, type: 'refund_failure', category: 'refund_failure' }]
    }),
    // A won dispute returns the amount, but not the fee.
    ...store.all('dispute').flatMap(({ id, created, currency, amount, status, closed }) => {
      const taken = { id, created, currency, amount: -amount, fee: disputeFee }
      const withdrawn = { ...taken, type: 'adjustment' as const, category: 'dispute' }
      if (status !== 'won') return [withdrawn]
      const back = { ...withdrawn, created: closed ?? created, amount, fee: 0 }
      return [withdrawn, { ...back, category: 'dispute_reversal' }]
    }),
  ]
}

function createTransaction(
  context: SandboxContext,
  { id: source, category, created, amount, fee, currency, type }: Movement,
): BalanceTransaction {
  const details = { application: null, currency, description: 'Sandbox fee', type: 'stripe_fee' }
  return saveObject(context, {
    id: createId('txn'),
    object: 'balance_transaction',
    created,
    amount,
    available_on: type === 'payout' ? created : getNextMidnight(created),
    balance_type: 'payments',
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, ...details }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  })
}

/** Pays the available balance out to the owner's bank account. A negative balance is kept until it is positive. */
export function createPayout(context: SandboxContext): void {
  const { store } = context
  store.dropJob(payoutJobSubject)
  createMissingTransactions(context)
  const waiting = store
    .all('balance_transaction')
    .filter(({ id, type }) => type !== 'payout' && store.get('settled', id) === null)
  const now = getCurrentSeconds(context)
  const ready = waiting.filter(({ available_on: from }) => from <= now)
  const amount = ready.reduce((sum, { net }) => sum + net, 0)
  if (amount > 0) sendToBank(context, ready, amount)
  if (amount <= 0 ? waiting.length > 0 : waiting.length > ready.length) schedulePayout(context)
}

function sendToBank(context: SandboxContext, ready: BalanceTransaction[], amount: number): void {
  const created = getCurrentSeconds(context)
  const id = createId('po')
  const what = { currency: 'gbp', type: 'payout' as const, category: 'payout' }
  const own = createTransaction(context, { id, created, amount: -amount, fee: 0, ...what })
  for (const one of [...ready, own]) context.store.put('settled', one.id, { payout: id })
  const payout = saveObject(context, {
    id,
    object: 'payout',
    created,
    livemode: false,
    amount,
    arrival_date: Math.floor(created / secondsPerDay) * secondsPerDay,
    automatic: true,
    balance_transaction: own.id,
    currency: 'gbp',
    metadata: {},
    method: 'standard',
    reconciliation_status: 'completed',
    source_type: 'card',
    status: 'paid',
    type: 'bank_account',
  })
  context.notify('payout.paid', payout)
}
