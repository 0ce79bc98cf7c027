import type Stripe from 'stripe'
import * as v from 'valibot'
import { describeFailure } from '../mail/failures.ts'
import { rpc, rpcAt, rpcAtParsed, timeText } from '../supabase/client.ts'
import { getObjectId } from '../supabase/functions/_shared/payment-facts.ts'
import { findPayer } from '../supabase/functions/stripe-webhook/subscription-order.ts'
import type { PaymentAccount } from './payment-account.ts'
import { type PeriodicJob, startPeriodicJob, type JobOptions } from './periodic-job.ts'

const day = 24 * 60 * 60_000
/** Length of the period whose transactions are read before progress is saved. */
const windowMs = 7 * day
/** A payout can still fail for this long after its creation, so payouts of this period are read again. */
const payoutsMs = 30 * day
const pageSize = 100

interface BalanceOptions extends JobOptions {
  stripe: Stripe
  account: PaymentAccount['name']
  intervalMs: number
}

/**
 * Copies the provider's balance transactions and payouts into the shop's tables, for the money screens of the desk. The
 * database decides when that is due (`claim_balance_reading`), so any number of processes may run it. Rows that are read
 * twice are written once; an interrupted reading resumes from the last whole week.
 */
export function startBalanceReading(options: BalanceOptions): PeriodicJob {
  const { account, log } = options
  return startPeriodicJob({ ...options, name: 'balance' }, async (stopping) => {
    const due = await rpcAtParsed(dueSchema, options, 'claim_balance_reading', {
      p_account: account,
    })
    if (due !== null) {
      try {
        await readBalance(options, due, stopping)
      } catch (error) {
        if (stopping.aborted) return
        const reason = describeFailure(error)
        log.warn({ reason }, 'balance: could not be read')
        await rpcAt(options, 'fail_balance_reading', { p_reason: reason })
      }
    }
    const days = await rpcAt(options, 'roll_up_money', {})
    if (days > 0) log.info({ days }, 'balance: days were summed')
  })
}

/** Parses the start of the period whose transactions are due to be fetched, as ms since 1970; null when none is. */
const dueSchema = v.nullable(
  v.pipe(
    v.object({ from: v.string() }),
    v.transform(({ from }) => Date.parse(from)),
  ),
)

async function readBalance(
  options: BalanceOptions,
  due: number,
  stopping: AbortSignal,
): Promise<void> {
  const { client, now } = options
  const until = now()
  const settle = (end: number, isWhole: boolean) =>
    rpc(client, 'complete_balance_reading', {
      p_until: timeText(end),
      p_is_whole: isWhole,
    })
  for (let from = due; from < until && !stopping.aborted; from += windowMs) {
    const end = Math.min(from + windowMs, until)
    // Stripe's timestamps are in seconds.
    const created = { gte: Math.floor(from / 1000), lte: Math.ceil(end / 1000) }
    await takeAll(options, { created })
    await settle(end, false)
  }
  if (stopping.aborted) return
  await readPayouts(options, Math.min(due, until - payoutsMs))
  await findOrders(options)
  await settle(until, true)
}

async function takeAll(
  { client, stripe }: BalanceOptions,
  wanted: Stripe.BalanceTransactionListParams,
  payout: string | null = null,
): Promise<void> {
  let after: string | undefined
  do {
    const { data, has_more: hasMore } = await stripe.balanceTransactions.list({
      ...wanted,
      ...(after !== undefined && { starting_after: after }),
      limit: pageSize,
      expand: ['data.source'],
    })
    if (data.length > 0)
      await rpc(client, 'store_balance_transactions', {
        p_rows: data.map(toBalanceRow),
        p_payout: payout,
      })
    after = hasMore ? data.at(-1)?.id : undefined
  } while (after !== undefined)
}

/** Maps the provider's reporting categories to the shop's kinds. https://docs.stripe.com/reports/reporting-categories */
const kinds: Record<string, string> = {
  charge: 'charge',
  charge_failure: 'refund',
  partial_capture_reversal: 'refund',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  payout: 'payout',
  payout_reversal: 'payout',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
}

/** Returns a balance transaction in the form that `store_balance_transactions` expects. */
export function toBalanceRow(moved: Stripe.BalanceTransaction) {
  const { id, amount, fee, net, currency, source, description } = moved
  const about = typeof source === 'object' && source !== null ? source : null
  const payment = about !== null && 'payment_intent' in about ? about.payment_intent : null
  const metadata = about !== null && 'metadata' in about ? about.metadata : null
  const kind = kinds[moved.reporting_category] ?? 'adjustment'
  return {
    id,
    kind,
    amount,
    fee,
    net,
    currency,
    createdAt: timeText(moved.created * 1000),
    availableOn: dayOf(moved.available_on),
    sourceId: typeof source === 'string' ? source : (about?.id ?? null),
    paymentId: getObjectId(payment),
    refundId: metadata?.['refund_id'] ?? null,
    // The description of any other transaction may name a person.
    description: kind === 'fee' || kind === 'adjustment' ? description : null,
  }
}

/** Returns the date in UTC, because Stripe gives such days as midnight in UTC. */
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

/**
 * Stores the current state of payouts, and the transactions of those payouts whose transactions have not been stored yet.
 */
async function readPayouts(options: BalanceOptions, from: number): Promise<void> {
  const { client, stripe } = options
  const created = { gte: Math.floor(from / 1000) }
  const rows: object[] = []
  for await (const payout of stripe.payouts.list({ created, limit: pageSize }))
    rows.push({
      id: payout.id,
      amount: payout.amount,
      currency: payout.currency,
      status: payout.status,
      isAutomatic: payout.automatic,
      isReconciled: payout.reconciliation_status === 'completed',
      createdAt: timeText(payout.created * 1000),
      arrivesOn: dayOf(payout.arrival_date),
    })
  for (const id of await rpc(client, 'store_payouts', { p_rows: rows })) {
    await takeAll(options, { payout: id }, id)
    await rpcAt(options, 'complete_payout', { p_id: id })
  }
}

/** Finds the orders of first payments of subscriptions, which refer to their order only through their invoice. */
async function findOrders(options: BalanceOptions): Promise<void> {
  const { client, stripe } = options
  const unknown = await rpcAt(options, 'match_balance_transactions', {})
  let found = 0
  for (const payment of unknown) {
    const payer = await findPayer(stripe, payment)
    if (payer?.kind !== 'first_payment') continue
    await rpc(client, 'store_payment_intent', {
      p_order_id: payer.orderId,
      p_payment_intent_id: payment,
    })
    found += 1
  }
  if (found > 0) await rpcAt(options, 'match_balance_transactions', {})
}
