import { createClient } from '@supabase/supabase-js'
import { vi } from 'vitest'
import { sampleEmails } from '../mail/samples.ts'
import type { RunningShop } from './running-shop.ts'

/** An email as the list of the sandbox mailbox describes it. */
export interface MailboxEmail {
  id: string
  subject: string
  recipients: string[]
  links: string[]
}

/** Returns all emails that have arrived in the sandbox mailbox for an address, newest first. */
export async function getMailboxEmails(shopUrl: string, address: string): Promise<MailboxEmail[]> {
  const answer = await fetch(
    `${shopUrl}/sandbox/mail/messages.json?to=${encodeURIComponent(address)}`,
  )
  const { messages }: { messages: MailboxEmail[] } = await answer.json()
  return messages
}

/** Waits until an email with a matching subject has arrived for an address. */
export async function waitForEmail(
  shopUrl: string,
  address: string,
  subject: RegExp,
): Promise<MailboxEmail> {
  return vi.waitFor(
    async () => {
      const mail = (await getMailboxEmails(shopUrl, address)).find((one) =>
        subject.test(one.subject),
      )
      if (!mail) throw new Error(`no mail like ${subject} for ${address} yet`)
      return mail
    },
    { timeout: 15_000, interval: 100 },
  )
}

/** Makes the mail worker look at the outbox now, by inserting an email that is due. */
export async function wakeMailWorker(shop: RunningShop): Promise<void> {
  const client = createClient(shop.url, (await shop.keys()).secret)
  const { error } = await client.from('outbox').insert({
    template: 'order_confirmation',
    recipient: 'priya@example.com',
    data: sampleEmails.order_confirmation,
  })
  if (error !== null) throw error
}
