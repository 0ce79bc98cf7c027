import { join } from 'node:path'
import { createMailTransport } from '../mail/transport.ts'
import { startMailWorker } from '../mail/worker.ts'
import { startMailbox } from '../sandbox/mailbox/mailbox.ts'
import type { Config } from './config.ts'
import { signLink } from '../supabase/functions/_shared/signed-link.ts'
import type { WorkOptions } from './rounds.ts'

export interface Emails {
  /** What answers at /sandbox/mail; nothing when emails leave for real. */
  sandbox: Record<string, (request: Request) => Promise<Response>>
  wake(): void
  stop(): Promise<void>
}

interface Needs extends WorkOptions {
  config: Config
  secretKey: string
  root: string
}

export async function startEmails(needs: Needs): Promise<Emails> {
  const { config, client, secretKey, root, clock, log } = needs
  const { smtpUrl, siteUrl, mailFrom: from, dataDir } = config
  const mailbox = smtpUrl === null ? await startMailbox({ dataDir, log }) : null
  const transport = createMailTransport(mailbox?.smtpUrl ?? smtpUrl ?? '')
  const worker = await startMailWorker({
    client,
    transport,
    from,
    siteUrl,
    links: {
      functionsUrl: config.supabase ? new URL(config.supabase.url) : siteUrl,
      sign: (...link) => signLink({ SUPABASE_SECRET_KEY: secretKey }, ...link),
    },
    picturesFolder: join(root, 'public', 'generated', 'mail'),
    clock,
    log,
  })
  return {
    sandbox: mailbox ? { mail: mailbox.handle } : {},
    wake: () => worker.wake(),
    async stop() {
      await worker.stop()
      transport.close()
      await mailbox?.stop()
    },
  }
}
