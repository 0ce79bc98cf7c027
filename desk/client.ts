import { type AuthError, createClient, isAuthRetryableFetchError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { createVerifiedFetch } from '../domain/verified-fetch.ts'
import type { ShopClient } from '../supabase/client.ts'
import { device } from './device.ts'
import { fetchOnce } from './early.ts'
import { settings } from './settings.ts'

const sessionKey = 'desk-session'
const visitor = `Bearer ${settings.publishableKey}`

const signedOutCode = 'PT401'
/** Signing in, and joining the team, are all that a visitor asks the backend for. */
const isForVisitors = /\/auth\/v1\/|\/functions\/v1\/desk-invitation\b/

/** Without a session supabase-js sends a request as a visitor, who would be refused: nothing is sent then. */
function refuseVisitors(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const authorization = new Headers(init?.headers).get('authorization') ?? visitor
    if (authorization !== visitor || isForVisitors.test(url)) return send(input, init)
    // A stored session that could not be refreshed just now has not ended.
    if (device.getItem(sessionKey) !== null)
      throw new TypeError('The session could not be refreshed')
    const error = { code: signedOutCode, message: 'Please sign in to the desk again.' }
    // REST's form of an error, and that of the functions.
    return Response.json({ ...error, details: null, hint: null, error }, { status: 401 })
  }
}

/** The desk's own session: whoever shops in the next tab stays who they are there. */
export const client: ShopClient = createClient(
  settings.supabaseUrl || location.origin,
  settings.publishableKey,
  {
    auth: { storageKey: sessionKey, detectSessionInUrl: false, storage: device },
    global: { fetch: refuseVisitors(createVerifiedFetch(fetchOnce)) },
  },
)

/** What the backend said no with; `code` as PostgREST gives it, `detail` what a conflict found instead. */
export class DeskError extends Error {
  readonly code: string
  readonly detail: string | null
  readonly hint: string | null

  constructor(error: { message: string; code: string; details?: string; hint?: string }) {
    super(error.message)
    this.name = 'DeskError'
    this.code = error.code
    this.detail = error.details ?? null
    this.hint = error.hint ?? null
  }
}

/** Nobody knows whether the request arrived; it can be sent again. Its message is for people. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'

  constructor(cause: unknown) {
    super('The shop did not answer. Please try again.', { cause })
  }
}

/** Returns the error to throw for one of the sign-in service; a missing answer gets a message to show. */
export function toSignInError(error: AuthError): Error {
  return isAuthRetryableFetchError(error) ? new NoAnswerError(error) : error
}

/** The database is away, starting, full or crowded, or ended the transaction in favour of another. */
const transient = /^(?:PGRST00[0-3]|08...|40...|53...|57P0.|PT429)$/

/** Returns true when sending the same again may lead to another answer. */
export function isRetryable(error: Error): boolean {
  return (
    error instanceof NoAnswerError || (error instanceof DeskError && transient.test(error.code))
  )
}

/** Whether an address names something by what could be its id: another text finds nothing. */
export const isId = (text: string): boolean => v.is(v.pipe(v.string(), v.uuid()), text)

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
 * The rows or the answer of a call.
 * @throws DeskError when the backend says no; NoAnswerError when none came
 */
export async function ask<T>(answer: Answer<T>): Promise<T> {
  const { data, error, status } = await answer
  if (error === null) return data
  // By the clock of a device that is behind, a token is good for longer than the shop takes it.
  if (error.code === tooLate) await client.auth.refreshSession()
  // Without an answer there is no code.
  if (!error.code || error.code === tooLate) throw new NoAnswerError(error)
  throw new DeskError(status === 401 ? { ...error, code: signedOutCode } : error)
}

const refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

/**
 * Returns the answer of a function of the server.
 * @throws DeskError when it says no; NoAnswerError when none came
 */
export async function invoke(name: string, body: object): Promise<unknown> {
  const { data, error } = await client.functions.invoke<unknown>(name, { body: { ...body } })
  if (error === null) return data
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
