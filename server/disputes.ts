import * as v from 'valibot'
import { rpcParsed, rpcAt, timeText } from '../supabase/client.ts'
import type { FunctionLog } from '../supabase/functions/_shared/environment.ts'
import { isFailedRefund } from '../supabase/functions/_shared/payment-facts.ts'
import type { DisputeTools } from '../supabase/functions/_shared/settlement.ts'
import { settleDispute, settleRefund } from '../supabase/functions/stripe-webhook/settle-charge.ts'
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

interface DisputeOptions extends DisputeTools {
  log: FunctionLog
  intervalMs: number
}

const known = v.object({
  disputes: v.array(v.object({ id: v.string(), status: v.string(), hasEvidence: v.boolean() })),
  refunds: v.array(v.string()),
})
/** Refunds of the last 60 days are checked, in seconds, because a refund can fail that long after its creation. */
const refundsFor = 60 * 24 * 60 * 60
const pageSize = 100

/**
 * Settles disputes and failed refunds whose webhooks were lost, among the latest at Stripe, and reminds the owner of
 * deadlines for answering disputes. Several processes may run this job: each change is settled once.
 */
export function startDisputeWatch(options: DisputeOptions): PeriodicJob {
  return startPeriodicJob({ ...options, name: 'disputes' }, async () => {
    const { client, stripe, log } = options
    // One that cannot be settled does not hold up the others.
    const attempt = (about: object, work: () => Promise<void>) =>
      work().catch((err: unknown) => log.error({ err, ...about }, 'disputes: failed'))
    const before = await rpcParsed(known, client, 'stored_disputes', {})
    const statuses = new Map(before.disputes.map((one) => [one.id, one]))
    const { data: disputes } = await stripe.disputes.list({ limit: pageSize })
    for (const { id, status, evidence_details: details } of disputes) {
      const hasEvidence = details.submission_count > 0
      const one = statuses.get(id)
      if (one?.status === status && one.hasEvidence === hasEvidence) continue
      // A dispute about no order of the shop is recorded once a day.
      const day = timeText(options.now()).slice(0, 10)
      const source = { id: one ? null : `watched_${id}_${day}`, type: 'charge.dispute.updated' }
      await attempt({ dispute: id }, async () => {
        const settled = await settleDispute(options, source, id)
        const isNews = settled.outcome === 'applied' || settled.outcome === 'set aside'
        if (isNews) log.info({ dispute: id, ...settled }, 'disputes: settled')
      })
    }
    const created = { gte: Math.floor(options.now() / 1000) - refundsFor }
    const { data: refunds } = await stripe.refunds.list({ created, limit: pageSize })
    for (const refund of refunds) {
      if (!isFailedRefund(refund) || before.refunds.includes(refund.id)) continue
      const source = { id: `failed_${refund.id}`, type: 'refund.failed' }
      await attempt({ refund: refund.id }, async () => {
        const settled = await settleRefund(options, source, refund)
        log.info({ refund: refund.id, ...settled }, 'disputes: a refund had failed')
      })
    }
    const reminded = await rpcAt(options, 'queue_dispute_reminders', {
      p_business_email: options.businessEmail,
    })
    if (reminded > 0) log.info({ reminded }, 'disputes: the owner was reminded')
  })
}
