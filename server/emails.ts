import { join } from 'node:path'
import type { ShopClient } from '../supabase/client.ts'
import { business } from '../domain/business.ts'
import { createMailTransport } from '../mail/transport.ts'
import { type MailWorker, startMailWorker } from '../mail/worker.ts'
import { startMailbox } from '../sandbox/mailbox/mailbox.ts'
import type { Config } from './config.ts'
import { signLink } from '../supabase/functions/_shared/signed-link.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

/** What carries the shop's emails, and the mailbox that stands in for the world while no SMTP_URL is set. */
export interface Emails {
  /** What answers at /sandbox/mail; nothing when emails leave for real. */
  sandbox: Record<string, (request: Request) => Promise<Response>>
  /** Starts to carry what waits in the outbox. */
  open(client: ShopClient): Promise<void>
  /** Says that there is something new to carry. */
  wake(): void
  stop(): Promise<void>
}

interface Needs {
  config: Config
  secrets: Secrets
  root: string
  clock: () => number
  log: Logger
}

/** Where notices to the owner go. */
export function businessEmail(config: Config): string {
  return config.businessEmail ?? business.email
}

/** Opens the mailbox if one is needed. Emails are carried from `open` on. */
export async function startEmails({ config, secrets, root, clock, log }: Needs): Promise<Emails> {
  const outside =
    config.smtpUrl === null
      ? await startMailbox({ dataDir: config.dataDir, log })
      : { smtpUrl: config.smtpUrl }
  const transport = createMailTransport(outside.smtpUrl)
  const secretKey = config.supabase?.secretKey ?? secrets.secret
  let worker: MailWorker | null = null
  return {
    sandbox: 'handle' in outside ? { mail: outside.handle } : {},
    async open(client) {
      worker = await startMailWorker({
        client,
        transport,
        from: config.mailFrom ?? `${business.tradingName} <${business.email}>`,
        siteUrl: config.siteUrl,
        links: {
          functionsUrl: config.supabase ? new URL(config.supabase.url) : config.siteUrl,
          sign: (...link) => signLink({ SUPABASE_SECRET_KEY: secretKey }, ...link),
        },
        picturesFolder: join(root, 'public', 'generated', 'mail'),
        clock,
        log,
      })
    },
    wake: () => worker?.wake(),
    async stop() {
      await worker?.stop()
      transport.close()
      if ('stop' in outside) await outside.stop()
    },
  }
}
