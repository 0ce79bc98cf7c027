import { FunctionsHttpError } from '@supabase/supabase-js'
import * as v from 'valibot'
import { client, DeskError } from './client.ts'

const refusal = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

/**
 * Calls one of the shop's functions as whoever is signed in; it answers when it is done.
 * @throws DeskError in its words where it says no; `fresh_code` is the hint, as calls of the database have it
 */
export async function callFunction(name: string, body: object): Promise<void> {
  const { error } = await client.functions.invoke(name, { body })
  if (error === null) return
  if (!(error instanceof FunctionsHttpError)) throw error
  const answer = v.safeParse(refusal, await error.context.json())
  if (!answer.success) throw error
  const { code, message } = answer.output.error
  throw new DeskError({ message, code, hint: code })
}
