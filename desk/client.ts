import { createClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import type { ShopClient } from '../supabase/client.ts'
import { device } from './device.ts'
import { fetchOnce } from './early.ts'
import { settings } from './settings.ts'

/** The desk's own session: whoever shops in the next tab stays who they are there. */
export const client: ShopClient = createClient(
  settings.supabaseUrl || location.origin,
  settings.publishableKey,
  {
    auth: { storageKey: 'desk-session', detectSessionInUrl: false, storage: device },
    global: { fetch: fetchOnce },
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

/** Whether an address names something by what could be its id: another text finds nothing. */
export const isId = (text: string): boolean => v.is(v.pipe(v.string(), v.uuid()), text)

/** For people. */
export const noAnswer = 'The shop did not answer. Please try again.'
const tooLate = 'PGRST303'

type Answer<T> = PromiseLike<
  | { data: T; error: null }
  | { data: null; error: { message: string; code: string; details?: string; hint?: string } }
>

/**
 * The rows or the answer of a call.
 * @throws DeskError when the backend says no, and whatever the line throws when there is none
 */
export async function ask<T>(answer: Answer<T>): Promise<T> {
  const { data, error } = await answer
  if (error === null) return data
  // By the clock of a device that is behind, a token is good for longer than the shop takes it.
  if (error.code === tooLate) await client.auth.refreshSession()
  // Without an answer there is no code: the line is down, and asking again is right.
  if (error.code === '' || error.code === tooLate) throw new TypeError(noAnswer, { cause: error })
  throw new DeskError(error)
}

const refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

/**
 * What a function of the server answers.
 * @throws DeskError when it says no, and whatever the line throws when there is none
 */
export async function invoke(name: string, body: object): Promise<unknown> {
  const { data, error } = await client.functions.invoke<unknown>(name, { body: { ...body } })
  if (error === null) return data
  const context: unknown = error.context
  if (!(context instanceof Response)) throw new TypeError(noAnswer, { cause: error })
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), refusal), await context.text())
  const { code, message } = answer.success ? answer.output.error : { code: '', message: '' }
  throw new DeskError({
    message: message || 'That did not work. Please try again.',
    code,
    hint: code,
  })
}
