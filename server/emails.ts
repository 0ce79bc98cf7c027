import { join } from 'node:path'
import type { PhotoReader } from '../mail/photos.ts'
import { explainSmtpError } from '../domain/smtp-errors.ts'
import { describeFailure } from '../mail/failures.ts'
import { createMailTransport, type MailTransport } from '../mail/transport.ts'
import { startMailWorker } from '../mail/worker.ts'
import { startMailbox } from '../sandbox/mailbox/mailbox.ts'
import type { Config } from './config.ts'
import type { HttpOptions } from './http-server.ts'
import { signLink } from '../supabase/functions/_shared/signed-link.ts'
import type { JobOptions } from './periodic-job.ts'

interface Needs extends JobOptions {
  config: Config
  secretKey: string
  root: string
  readPhotos: PhotoReader
}

export async function startEmails(needs: Needs) {
  const { config, client, secretKey, root, readPhotos, now, log } = needs
  const { smtp, siteUrl, mailFrom: from, replyTo, dataDir } = config
  const mailbox = smtp === null ? await startMailbox({ dataDir, log }) : null
  const transport = createMailTransport(smtp ?? { url: mailbox?.smtpUrl ?? '', requiresTls: false })
  const worker = await startMailWorker({
    client,
    transport,
    from,
    replyTo,
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
  if (smtp !== null) void verify(transport, log)
  /** The sandbox's mailbox page; empty when a real mail server is configured. */
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

/** Logs at start why the mail server cannot be used. The shop starts all the same, and emails wait in the outbox. */
async function verify(transport: MailTransport, log: JobOptions['log']): Promise<void> {
  try {
    await transport.verify()
  } catch (error) {
    const reason = describeFailure(error)
    log.warn(
      { error: reason },
      `emails: none can be sent now. ${explainSmtpError(reason) ?? 'Look at SMTP_URL.'}`,
    )
  }
}
