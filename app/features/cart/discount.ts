import type { Discount } from '../../../domain/discount.ts'
import { createListeners, createValue } from '../../ui/listeners.ts'
import { callRest } from '../backend-client/api.ts'
import { logFailure } from '../browser/browser-log.ts'
import { onSignedOut } from '../account/session.ts'
import { loadSupabase } from '../account/supabase.ts'
import { fieldOf, textOf } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'

/** `error` null: nobody could be asked. `later`: nothing was said of the code. */
export type DiscountAnswer = { ok: true } | { ok: false; error: string | null; later: boolean }

interface Refusal {
  error: string
  later: boolean
}

const given = createListeners()
const agreed = createValue<Discount | null>(null)
onSignedOut(() => agreed.set(null))

/** What is taken off this cart; the checkout works it out again. */
export const { read: readDiscount, useValue: useDiscount } = agreed

export function keepCode(code: string): void {
  localStore.set('discount_code', code)
  given.tell()
}

export const onCodeKept = given.subscribe

/** Asks the server for a code, and keeps it when it is good. Never throws. Whose it is, only those signed in are asked. */
export async function applyCode(typed: string, isSignedIn: boolean): Promise<DiscountAnswer> {
  const answer = await ask({ p_code: typed }, isSignedIn)
  if (answer === null) return { ok: false, error: null, later: true }
  if ('error' in answer) return { ok: false, ...answer }
  localStore.set('discount_code', answer.code)
  agreed.set(answer)
  return { ok: true }
}

export function dropCode(): void {
  localStore.remove('discount_code')
  agreed.set(null)
}

async function ask(
  args: { p_code: string },
  isSignedIn: boolean,
): Promise<Discount | Refusal | null> {
  try {
    if (!isSignedIn) return readDiscountAnswer(await callRest('/rpc/discount_of', { body: args }))
    const supabase = await loadSupabase()
    const { data, error } = await supabase.rpc('discount_of', args)
    if (error !== null) throw new Error(error.message)
    return readDiscountAnswer(data)
  } catch (cause) {
    logFailure('Discount: the code could not be asked for', cause)
    return null
  }
}

/** What `discount_of` has said; null when it is no answer of its kind. */
export function readDiscountAnswer(answer: unknown): Discount | Refusal | null {
  const error = textOf(answer, 'error')
  if (error !== null) return { error, later: fieldOf(answer, 'wait') !== undefined }
  const code = textOf(answer, 'code')
  const percent = fieldOf(answer, 'percent')
  const pence = fieldOf(answer, 'pence')
  if (code === null) return null
  const shared = fieldOf(answer, 'whole') === true ? { code, whole: true } : { code }
  if (typeof percent === 'number') return { ...shared, percent }
  return typeof pence === 'number' ? { ...shared, pence } : null
}
