import {
  checkDataAddress,
  dataRequestLimit,
  type DataOutcome,
} from '../../../domain/personal-data.ts'
import { readForm, seeOther } from '../_shared/form.ts'
import { admit, noteEvent } from '../_shared/guard.ts'
import { readLink } from '../_shared/signed-link.ts'
import { eraseAfterBoxes, erasureSchema } from './erase.ts'
import { dataFile, timeText, type Tools } from './tools.ts'
import { call, callFor } from '../../client.ts'

const mostBytes = 16 * 1024
/** All requests behind one address, in the time of the limit. */
const mostFromAddress = 30
/** What the links are signed for; `mail` signs the same. */
const purpose = 'your-data'

/** What `erase_requested` may refuse, as the page after it is named. */
const refusals: Readonly<Record<string, DataOutcome>> = {
  order_open: 'order-open',
  payment_open: 'payment-open',
  box_open: 'box-open',
  box_ending: 'box-ending',
}

/** Sends a link to an address that something is held about. The answer is the same when there is nothing. */
export async function askForLink(tools: Tools, request: Request): Promise<Response> {
  const form = await readForm(request, mostBytes)
  const email = checkDataAddress(form.get('email') ?? '')
  if (email === null) return guestPage(tools, 'invalid-email')
  const { key, max, windowMs } = dataRequestLimit
  const limit = { form: key, max, addressMax: mostFromAddress, windowMs, forgivesSignIns: true }
  const waitMs = await admit(tools, request, limit, email.toLowerCase())
  if (waitMs > 0) return guestPage(tools, 'too-many')
  await call(tools.client, 'request_personal_data', { p_email: email, p_now: timeText(tools) })
  return guestPage(tools, 'asked')
}

export async function copyByLink(tools: Tools, request: Request): Promise<Response> {
  const form = await readForm(request, mostBytes)
  const id = await requestOf(tools, form)
  if (id === null) return guestPage(tools, 'no-link')
  const data = await call(tools.client, 'requested_data', {
    p_request_id: id,
    p_now: timeText(tools),
  })
  if (data === null) return guestPage(tools, 'no-link')
  await noteEvent(tools, request, 'personal_data_copied', {})
  return dataFile(data, tools)
}

export async function eraseByLink(tools: Tools, request: Request): Promise<Response> {
  const form = await readForm(request, mostBytes)
  const id = await requestOf(tools, form)
  if (id === null) return guestPage(tools, 'no-link')
  if (form.get('sure') !== 'yes') return guestPage(tools, 'not-sure')
  const outcome = await eraseAfterBoxes(tools, () =>
    callFor(erasureSchema, tools.client, 'erase_requested', {
      p_request_id: id,
      p_business_email: tools.environment.BUSINESS_EMAIL,
      p_now: timeText(tools),
    }),
  )
  if ('error' in outcome) return guestPage(tools, refusals[outcome.error.code] ?? 'no-link')
  await noteEvent(tools, request, 'personal_data_erased', {})
  return guestPage(tools, 'erased')
}

/** The page that says what came of a form. */
export function guestPage({ environment }: Tools, outcome: DataOutcome): Response {
  return seeOther(environment.SITE_URL, `/your-data/done?outcome=${outcome}`)
}

/** The request that a link names, or null when it is no link of ours, or old. */
async function requestOf({ environment }: Tools, form: URLSearchParams): Promise<string | null> {
  const link = await readLink(environment, purpose, form.get('token') ?? '', environment.now())
  return link === null || link.isExpired ? null : link.subject
}
