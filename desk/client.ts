import { type AuthError, createClient, isAuthRetryableFetchError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { createVerifiedFetch } from '../domain/verified-fetch.ts'
import type { ShopClient } from '../supabase/client.ts'
import { device } from './device.ts'
import { fetchOnce } from './early.ts'
import { settings } from './settings.ts'

const sessionKey = 'desk-session'
const visitor = `Bearer ${settings.publishableKey}`

/** While the session of this device cannot be refreshed supabase-js asks as a visitor, who would be refused: nothing is sent. */
const fetchAsStaff: typeof fetch = async (input, init) => {
  const authorization = new Headers(init?.headers).get('authorization') ?? visitor
  const isSignIn = String(input).includes('/auth/v1/')
  if (!isSignIn && authorization === visitor && device.getItem(sessionKey) !== null)
    throw new TypeError('The session could not be refreshed')
  return fetchOnce(input, init)
}

/** The desk's own session: whoever shops in the next tab stays who they are there. */
export const client: ShopClient = createClient(
  settings.supabaseUrl || location.origin,
  settings.publishableKey,
  {
    auth: { storageKey: sessionKey, detectSessionInUrl: false, storage: device },
    global: { fetch: createVerifiedFetch(fetchAsStaff) },
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
  | { data: T; error: null }
  | { data: null; error: { message: string; code: string; details?: string; hint?: string } }
>

/**
 * The rows or the answer of a call.
 * @throws DeskError when the backend says no; NoAnswerError when none came
 */
export async function ask<T>(answer: Answer<T>): Promise<T> {
  const { data, error } = await answer
  if (error === null) return data
  // By the clock of a device that is behind, a token is good for longer than the shop takes it.
  if (error.code === tooLate) await client.auth.refreshSession()
  // Without an answer there is no code.
  if (!error.code || error.code === tooLate) throw new NoAnswerError(error)
  throw new DeskError(error)
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
    code,
    hint: code,
  })
}
