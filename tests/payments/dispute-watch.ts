import { startDisputeWatch } from '../../server/disputes.ts'
import { businessEmail } from './small-shop.ts'
import type { PaymentWorld } from './world.ts'

/** Runs the watch over disputes once. */
export async function runDisputeWatch({
  client,
  stripe,
  clock,
  log,
  url,
}: PaymentWorld): Promise<void> {
  const write = (level: string) => (details: object, message: string) =>
    void log.push({ level, details, message })
  const watch = startDisputeWatch({
    client,
    stripe,
    now: clock.now,
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    businessEmail,
    disputesUrl: `${url}/sandbox/payments/bank`,
    intervalMs: 24 * 60 * 60_000,
  })
  await watch.runOnce()
  await watch.stop()
}
