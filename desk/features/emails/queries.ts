import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { formatEmailName } from '../../../mail/emails.ts'
import { explainSmtpError } from '../../../domain/smtp-errors.ts'
import { client, verifiedFetch } from '../../data/client.ts'
import { rpcQuery } from '../../data/rpc-query.ts'
import { DeskError, NoAnswerError } from '../../lib/errors.ts'
import { formatTimeInSentence } from './labels.ts'

export const mailStates = ['stuck', 'waiting', 'sent', 'called-off'] as const
export type MailState = (typeof mailStates)[number]

const time = v.nullable(v.string())
const mail = v.object({
  id: v.string(),
  template: v.string(),
  state: v.picklist(mailStates),
  to: v.string(),
  number: v.nullish(v.number()),
  reference: v.nullish(v.string()),
  tries: v.number(),
  createdAt: v.string(),
  nextAt: v.string(),
  failedAt: time,
  sentAt: time,
  error: v.nullable(v.string()),
  /** True when the email contains a link that signs its recipient in, so nobody else may open it. */
  isKey: v.boolean(),
})
export type Mail = v.InferOutput<typeof mail>

const schema = v.object({
  counts: v.object(v.entriesFromList(mailStates, v.number())),
  mails: v.array(mail),
})

/** Reads the emails in a state, or the emails in any state that match a search. */
export function useMails(state: MailState, search: string, limit: number) {
  return useQuery({
    ...rpcQuery(['mail', 'list', state, search, limit], 'desk_mails', schema, {
      p_state: state,
      p_search: search,
      p_limit: limit,
    }),
    placeholderData: keepPreviousData,
    // Sending an email causes no realtime event.
    refetchInterval: 20_000,
  })
}

/** Returns the name of an email: 'Order confirmation (order 1005)'. */
export function getEmailName({ template, number, reference }: Mail): string {
  return formatEmailName(template, { number, reference })
}

/** Returns when the email was written and its delivery, in plain words. */
export function getEmailStatusText(one: Mail): string {
  const { state, createdAt, nextAt, failedAt, sentAt, tries, error } = one
  const tried = tries === 1 ? 'tried once' : `tried ${tries} times`
  switch (state) {
    case 'sent':
      return `Sent ${formatTimeInSentence(sentAt ?? createdAt)}`
    case 'waiting':
      return error === null || tries === 0
        ? `Goes ${formatTimeInSentence(nextAt)}`
        : `${capital(tried)}, next ${formatTimeInSentence(nextAt)}`
    case 'stuck':
      return `Given up ${formatTimeInSentence(failedAt ?? createdAt)}, ${tried}`
    case 'called-off':
      return `Called off ${formatTimeInSentence(failedAt ?? createdAt)}`
  }
}

/** Returns why the email was not delivered, in plain words and in those of the mail server; null when there is no error. */
export function getEmailFault({
  error,
  state,
}: Mail): { plain: string; said: string | null } | null {
  if (error === null || state === 'sent') return null
  const plain = explainSmtpError(error)
  return plain === null ? { plain: error, said: null } : { plain, said: error }
}

const opened = v.object({ subject: v.string(), html: v.string() })
const refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) })
const openAnswer = v.pipe(v.string(), v.parseJson(), v.union([opened, refusal]))

/**
 * Identifies the email to open: one in the outbox by its id, or one about a changed recipe that is not written yet by the product
 * and the recipient's order number.
 */
type WantedMail = { id: string } | { product: string; number: number }

/**
 * Returns an email as its recipient gets it, rendered by the shop’s own server.
 * @throws DeskError when the server refuses; NoAnswerError when no answer came
 */
export async function fetchRenderedMail(wanted: WantedMail): Promise<v.InferOutput<typeof opened>> {
  const { data } = await client.auth.getSession()
  const response = await verifiedFetch('/desk/mail', {
    method: 'POST',
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    body: JSON.stringify(wanted),
  }).catch((cause: unknown) => {
    throw new NoAnswerError(cause)
  })
  const answer = v.safeParse(openAnswer, await response.text())
  if (!answer.success) throw new NoAnswerError(answer.issues)
  if ('error' in answer.output) throw new DeskError(answer.output.error)
  return answer.output
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
