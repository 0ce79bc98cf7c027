import { deliverNextEmail, type MailLog, type WorkerContext } from '../../mail/delivery.ts'
import { createOutbox } from '../../mail/outbox.ts'
import { createSendLimiter } from '../../mail/send-limiter.ts'
import { signLink } from '../../supabase/functions/_shared/signed-link.ts'
import type { TestShop } from './shop.ts'

/** An email as it is handed to the mail server. */
export interface SentEmail {
  to: { address: string }
  subject: string
  headers: Record<string, string>
  html: string
  text: string
}

/** The parts of a test shop that sending its emails requires. */
type Sender = Pick<TestShop, 'secret' | 'siteUrl' | 'keys'> & {
  clock: { now: () => number }
  log: MailLog
}

/**
 * Sends up to ten emails of the outbox that are due, and returns them. The later of the test clock and the real clock
 * counts.
 */
export async function sendDueEmails(shop: Sender): Promise<SentEmail[]> {
  const sent: unknown[] = []
  const now = () => Math.max(Date.now(), shop.clock.now()) + 1000
  const context: WorkerContext = {
    outbox: createOutbox({ client: shop.secret, now }),
    transport: { sendMail: async (message) => void sent.push(message) as never },
    messageOptions: {
      from: 'shop@example.com',
      replyTo: 'shop@example.com',
      siteUrl: shop.siteUrl,
      pictures: new Map(),
      links: {
        functionsUrl: shop.siteUrl,
        sign: (...link) => signLink({ SUPABASE_SECRET_KEY: shop.keys.secret }, ...link),
      },
    },
    clock: now,
    random: () => 0.5,
    log: shop.log,
    unrecordedSends: new Set(),
    consecutiveDisconnects: 0,
    parallelSends: createSendLimiter(now, () => undefined),
    claims: 0,
    cutOff: new AbortController().signal,
  }
  for (let emails = 0; emails < 10; emails++)
    if ((await deliverNextEmail(context, () => false)) !== 'more') break
  return sent as SentEmail[]
}
