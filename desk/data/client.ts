import { type AuthError, createClient, isAuthRetryableFetchError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { createVerifiedFetch } from '../../domain/verified-fetch.ts'
import type { ShopClient } from '../../supabase/client.ts'
import { DeskError, NoAnswerError } from '../lib/errors.ts'
import { localStore } from '../lib/storage.ts'
import { fetchWithPrefetch } from './prefetched-responses.ts'
import { settings } from '../lib/settings.ts'

const sessionKey = 'desk-session'
const visitor = `Bearer ${settings.publishableKey}`

const signedOutCode = 'PT401'
/** The only requests that the desk sends without a session: signing in, and accepting an invitation to the team. */
const isForVisitors = /\/auth\/v1\/|\/functions\/v1\/desk-invitation\b/

/** Without a session supabase-js sends requests as a visitor, which the backend would refuse, so nothing is sent. */
function refuseVisitors(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const authorization = new Headers(init?.headers).get('authorization') ?? visitor
    if (authorization !== visitor || isForVisitors.test(url)) return send(input, init)
    // A session is stored but could not be refreshed just now: it has not ended, so this is a connection error.
    if (localStore.getItem(sessionKey) !== null)
      throw new TypeError('The session could not be refreshed')
    const error = { code: signedOutCode, message: 'Please sign in to the desk again.' }
    // The body is valid both as an error of PostgREST and as an error of the Edge Functions.
    const body = JSON.stringify({ ...error, details: null, hint: null, error })
    return new Response(body, { status: 401, headers: { 'content-type': 'application/json' } })
  }
}

/**
 * `fetch` that accepts only responses of the shop itself, and not of a proxy or a Wi-Fi sign-in page. Used for requests to the
 * shop's own server.
 */
export const verifiedFetch = createVerifiedFetch(fetchWithPrefetch)

/** The desk stores its session under its own key, so that signing in here does not change a shopper's session in another tab. */
export const client: ShopClient = createClient(
  settings.supabaseUrl || location.origin,
  settings.publishableKey,
  {
    auth: { storageKey: sessionKey, detectSessionInUrl: false, storage: localStore },
    global: { fetch: refuseVisitors(verifiedFetch) },
  },
)

/**
 * Converts an error of the auth service to the error to throw; a missing response becomes an error with a message for the screen.
 */
export function toSignInError(error: AuthError): Error {
  return isAuthRetryableFetchError(error) ? new NoAnswerError(error) : error
}

/**
 * Error codes of a temporary failure: the database is unreachable, starting, full or overloaded, or aborted the transaction because
 * of a conflict with another one.
 */
const transient = /^(?:PGRST00[0-3]|08...|40...|53...|57P0.|PT429)$/

/** Returns true when the same request may succeed if it is sent again. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof NoAnswerError || (error instanceof DeskError && transient.test(error.code))
  )
}

/** Returns true for a UUID. An id from the address bar that is not a UUID cannot match any row. */
export const isUuid = (text: string): boolean => v.is(v.pipe(v.string(), v.uuid()), text)

const tooLate = 'PGRST303'

type Answer<T> = PromiseLike<
  { status: number } & (
    | { data: T; error: null }
    | { data: null; error: { message: string; code: string; details?: string; hint?: string } }
  )
>

/** Returns true when the request was refused because nobody is signed in: it has changed nothing. */
export function isSignedOut(error: Error | null): boolean {
  return error instanceof DeskError && error.code === signedOutCode
}

/**
 * Returns the rows of a query, or the result of a call.
 * @throws DeskError when the backend refuses it; NoAnswerError when no answer came
 */
export async function unwrapResponse<T>(answer: Answer<T>): Promise<T> {
  const { data, error, status } = await answer
  if (error === null) return data
  // A device whose clock is slow believes that an expired token is still valid.
  if (error.code === tooLate) await client.auth.refreshSession()
  // An error without a code means that no response came.
  if (!error.code || error.code === tooLate) throw new NoAnswerError(error)
  throw new DeskError(status === 401 ? { ...error, code: signedOutCode } : error)
}

const refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

/**
 * Returns the response of an Edge Function. A response that does not fit `schema` comes from a proxy or a Wi-Fi login page.
 * @throws DeskError when it refuses the request; NoAnswerError when no answer came
 */
export async function invokeFunction<Schema extends v.GenericSchema>(
  name: string,
  body: object,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const { data, error } = await client.functions.invoke<unknown>(name, { body: { ...body } })
  if (error === null) {
    const output = v.safeParse(schema, data)
    if (!output.success) throw new NoAnswerError(new v.ValiError(output.issues))
    return output.output
  }
  const context: unknown = error.context
  if (!(context instanceof Response)) throw new NoAnswerError(error)
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), refusal), await context.text())
  const { code, message } = answer.success ? answer.output.error : { code: '', message: '' }
  throw new DeskError({
    message: message || 'That did not work. Please try again.',
    code: context.status === 401 ? signedOutCode : code,
    hint: code,
  })
}
