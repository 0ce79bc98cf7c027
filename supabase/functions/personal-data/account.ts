import * as v from 'valibot'
import { dataCopyLimit, erasureLimit } from '../../../domain/personal-data.ts'
import { createJsonResponse, Refused, createRateLimitRefusal } from '../_shared/responses.ts'
import { readInput } from '../_shared/body.ts'
import {
  type Account,
  getClientIpAddress,
  isAccountGone,
  requireCaller,
} from '../_shared/caller.ts'
import { eraseOrRefuse } from '../_shared/erasure.ts'
import type { HandlerContext } from '../_shared/serve-handler.ts'
import { enforceFormLimit, recordSecurityEvent } from '../_shared/guard.ts'
import { rpcAt, connect } from '../../client.ts'
import { createDataFileResponse } from './person.ts'

const maxBytes = 4 * 1024
/** Failed sign-ins do not count against the caller, because the session already proves who that is. */
const ofAccount = { forgivesSignIns: true }

const input = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) })

export async function exportAccount(tools: HandlerContext, request: Request): Promise<Response> {
  const account = await requireCaller(tools.client, request)
  await enforceFormLimit(tools, request, { ...dataCopyLimit, ...ofAccount }, account.id)
  const data = await rpcAt(tools, 'personal_data', {
    p_user_id: account.id,
    p_email: account.email,
  })
  await recordSecurityEvent(tools, request, 'personal_data_copied', {})
  return createDataFileResponse(data, tools)
}

/**
 * Erases the caller's account. It requires the password in addition to the session, because another person at an open
 * browser does not know it. An account that is gone counts as erased: the response to an earlier request may have been lost.
 */
export async function eraseAccount(tools: HandlerContext, request: Request): Promise<Response> {
  if (await isAccountGone(tools.client, request)) return createJsonResponse({ success: true })
  const account = await requireCaller(tools.client, request)
  const { password } = await readInput(request, maxBytes, input, 'Password is required')
  await enforceFormLimit(tools, request, { ...erasureLimit, ...ofAccount }, account.id)
  await provePassword(tools, request, account, password)
  await eraseOrRefuse(tools, () =>
    rpcAt(tools, 'erase_person', {
      p_user_id: account.id,
      p_email: account.email,
      p_business_email: tools.businessEmail,
    }),
  )
  await recordSecurityEvent(tools, request, 'personal_data_erased', {})
  return createJsonResponse({ success: true })
}

/**
 * Checks the password in a request with the visitor's own IP address, so that Auth's rate limits apply to the visitor.
 * @throws Refused (403, 429)
 */
async function provePassword(
  { environment }: HandlerContext,
  request: Request,
  account: Account,
  password: string,
): Promise<void> {
  const headers = { 'x-forwarded-for': getClientIpAddress(request) }
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, fetch } = environment
  const visitor = connect(url, key, { fetch, headers })
  const { error } = await visitor.auth.signInWithPassword({ email: account.email, password })
  if (error?.code === 'invalid_credentials')
    throw new Refused(403, 'wrong_password', 'That is not your password. Please try again.')
  if (error?.status === 429) throw createRateLimitRefusal(erasureLimit.windowMs)
  if (error !== null) throw new Error('The password could not be checked', { cause: error })
  await visitor.auth.signOut({ scope: 'local' })
}
