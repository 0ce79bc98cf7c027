import * as v from 'valibot'
import { dataRequestLimit, type DataRequestOutcome } from '../../../domain/personal-data.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { redirectToPage } from '../_shared/responses.ts'
import { readForm } from '../_shared/body.ts'
import { eraseAfterEndingBoxes } from '../_shared/erasure.ts'
import type { HandlerContext } from '../_shared/serve-handler.ts'
import { recordSecurityEvent, countFormPost } from '../_shared/guard.ts'
import { getLinkSubject } from '../_shared/signed-link.ts'
import { rpcAt } from '../../client.ts'
import { createDataFileResponse } from './person.ts'

const maxBytes = 16 * 1024
const limit = { ...dataRequestLimit, addressMax: 30, forgivesSignIns: true }

const refusals: Readonly<Record<string, DataRequestOutcome>> = {
  order_open: 'order-open',
  dispute_open: 'dispute-open',
  payment_open: 'payment-open',
  box_open: 'box-open',
  box_ending: 'box-ending',
  asks_code: 'asks-code',
}

/** The database's error for an account with a second factor, whose data an emailed link does not open. */
const refusal = v.object({ error: v.object({ code: v.literal('asks_code') }) })

/** Emails a link to an address if the shop has data about it. The response is the same when there is none. */
export async function requestLink(tools: HandlerContext, request: Request): Promise<Response> {
  const form = await readForm(request, maxBytes)
  const email = parseEmailAddress(form.get('email') ?? '')
  if (email === null) return redirectToOutcomePage(tools, 'invalid-email')
  const wait = await countFormPost(tools, request, limit, email.toLowerCase())
  if (wait > 0) return redirectToOutcomePage(tools, 'too-many')
  await rpcAt(tools, 'request_personal_data', { p_email: email })
  return redirectToOutcomePage(tools, 'asked')
}

export async function exportByLink(tools: HandlerContext, request: Request): Promise<Response> {
  const form = await readForm(request, maxBytes)
  const id = await requestOf(tools, form)
  if (id === null) return redirectToOutcomePage(tools, 'no-link')
  const data = await rpcAt(tools, 'personal_data_by_request', { p_request_id: id })
  if (data === null) return redirectToOutcomePage(tools, 'no-link')
  if (v.is(refusal, data)) return redirectToOutcomePage(tools, 'asks-code')
  await recordSecurityEvent(tools, request, 'personal_data_copied', {})
  return createDataFileResponse(data, tools)
}

export async function eraseByLink(tools: HandlerContext, request: Request): Promise<Response> {
  const form = await readForm(request, maxBytes)
  const id = await requestOf(tools, form)
  if (id === null) return redirectToOutcomePage(tools, 'no-link')
  if (form.get('sure') !== 'yes') return redirectToOutcomePage(tools, 'not-sure')
  const outcome = await eraseAfterEndingBoxes(tools, () =>
    rpcAt(tools, 'erase_by_request', { p_request_id: id, p_business_email: tools.businessEmail }),
  )
  if ('error' in outcome) {
    const { error, hindrances = [error.code] } = outcome
    return redirectToOutcomePage(tools, ...hindrances.map((code) => refusals[code] ?? 'no-link'))
  }
  await recordSecurityEvent(tools, request, 'personal_data_erased', {})
  return redirectToOutcomePage(tools, 'erased')
}

export function redirectToOutcomePage(
  { siteUrl }: HandlerContext,
  ...outcomes: DataRequestOutcome[]
): Response {
  return redirectToPage(siteUrl, `/your-data/done?outcome=${outcomes.join(',')}`)
}

function requestOf(tools: HandlerContext, form: URLSearchParams): Promise<string | null> {
  return getLinkSubject(tools, 'your-data', form.get('token') ?? '')
}
