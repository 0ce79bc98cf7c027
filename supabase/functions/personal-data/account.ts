import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { dataCopyLimit, erasureLimit } from '../../../domain/personal-data.ts'
import { answer, refuse, tooOften } from '../_shared/answers.ts'
import { readJson } from '../_shared/body.ts'
import { type Account, callerOf, clientAddress } from '../_shared/caller.ts'
import { admit, noteEvent } from '../_shared/guard.ts'
import { eraseAfterBoxes, erasureSchema } from './erase.ts'
import { dataFile, timeText, type Tools } from './tools.ts'
import { call, callFor } from '../../client.ts'

const mostBytes = 4 * 1024
/** All accounts behind one address, in the time of a limit. */
const mostFromAddress = 30

const input = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)) })

export async function copyOfAccount(tools: Tools, request: Request): Promise<Response> {
  const account = await callerOf(tools.client, request)
  if (account === null) return signInFirst()
  const waitMs = await take(tools, request, dataCopyLimit, account)
  if (waitMs > 0) return tooOften(waitMs)
  const data = await call(tools.client, 'personal_data', {
    p_user_id: account.id,
    p_email: account.email,
    p_now: timeText(tools),
  })
  await noteEvent(tools, request, 'personal_data_copied', {})
  return dataFile(data, tools)
}

/** A session alone does not erase: whoever sits down at an open browser does not know the password. */
export async function eraseAccount(tools: Tools, request: Request): Promise<Response> {
  const account = await callerOf(tools.client, request)
  if (account === null) return signInFirst()
  const parsed = v.safeParse(input, await readJson(request, mostBytes))
  if (!parsed.success) return refuse(400, 'invalid_request', 'Password is required')
  const waitMs = await take(tools, request, erasureLimit, account)
  if (waitMs > 0) return tooOften(waitMs)
  const proof = await provePassword(tools, request, account, parsed.output.password)
  if (proof === 'too-often') return tooOften(erasureLimit.windowMs)
  if (proof === 'wrong')
    return refuse(403, 'wrong_password', 'That is not your password. Please try again.')
  const outcome = await eraseAfterBoxes(tools, () =>
    callFor(erasureSchema, tools.client, 'erase_person', {
      p_user_id: account.id,
      p_email: account.email,
      p_business_email: tools.environment.BUSINESS_EMAIL,
      p_now: timeText(tools),
    }),
  )
  if ('error' in outcome) {
    const { code, message } = outcome.error
    return refuse(code === 'box_ending' ? 502 : 409, code, message)
  }
  await noteEvent(tools, request, 'personal_data_erased', {})
  return answer({ success: true })
}

/**
 * Signs in and at once out again, as the visitor would: for their address, whose limits are not everybody's.
 * @throws Error when the sign-in service cannot say
 */
async function provePassword(
  { environment }: Tools,
  request: Request,
  account: Account,
  password: string,
): Promise<'right' | 'wrong' | 'too-often'> {
  const visitor = createClient(environment.SUPABASE_URL, environment.SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: environment.fetch,
      headers: { 'x-forwarded-for': clientAddress(request) },
    },
  })
  const { error } = await visitor.auth.signInWithPassword({ email: account.email, password })
  if (error === null) {
    await visitor.auth.signOut({ scope: 'local' })
    return 'right'
  }
  if (error.code === 'invalid_credentials') return 'wrong'
  if (error.status === 429) return 'too-often'
  throw new Error('The password could not be checked', { cause: error })
}

function take(
  tools: Tools,
  request: Request,
  { key, max, windowMs }: { key: string; max: number; windowMs: number },
  account: Account,
): Promise<number> {
  const limit = { form: key, max, addressMax: mostFromAddress, windowMs, forgivesSignIns: true }
  return admit(tools, request, limit, account.id)
}

function signInFirst(): Response {
  return refuse(401, 'sign_in_required', 'Please sign in')
}
