import { join } from 'node:path'
import type { ReadPhotos } from '../mail/photos.ts'
import { createMailTransport } from '../mail/transport.ts'
import { startMailWorker } from '../mail/worker.ts'
import { startMailbox } from '../sandbox/mailbox/mailbox.ts'
import type { Config } from './config.ts'
import type { HttpOptions } from './http-server.ts'
import { signLink } from '../supabase/functions/_shared/signed-link.ts'
import type { WorkOptions } from './rounds.ts'

interface Needs extends WorkOptions {
  config: Config
  secretKey: string
  root: string
  readPhotos: ReadPhotos
}

export async function startEmails(needs: Needs) {
  const { config, client, secretKey, root, readPhotos, now, log } = needs
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
    readPhotos,
    picturesFolder: join(root, 'public', 'generated', 'mail'),
    clock: now,
    log,
  })
  /** Nothing when emails leave for real. */
  const sandbox: HttpOptions['sandbox'] = mailbox ? { mail: mailbox.handle } : {}
  return {
    sandbox,
    wake: worker.wake,
    async stop() {
      await worker.stop()
      await mailbox?.stop()
    },
  }
}
