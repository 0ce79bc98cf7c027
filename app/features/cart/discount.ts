import type { Discount } from '../../../domain/discount.ts'
import { codePattern, plainCode } from '../../../domain/plain-code.ts'
import { createListeners, createValue } from '../../ui/listeners.ts'
import { callRest } from '../backend-client/api.ts'
import { logFailure } from '../browser/browser-log.ts'
import { onSignedOut } from '../account/session.ts'
import { loadSupabase } from '../account/supabase.ts'
import { fieldOf, textOf } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'

/** `error` null: nobody could be asked. `later`: nothing was said of the code. */
export type DiscountAnswer = { ok: true } | { ok: false; error: string | null; later: boolean }

const noCode = 'A code is letters and digits only. Please check it letter by letter.'
const unreached = 'The code could not be checked. Please try again.'

interface Refusal {
  error: string
  later: boolean
}

const given = createListeners()
const agreed = createValue<Discount | null>(null)
onSignedOut(() => agreed.set(null))

/** What is taken off this cart; the checkout works it out again. */
export const { read: readDiscount, useValue: useDiscount } = agreed

/** Why the code in the field, or the one that was kept, takes nothing off. */
export const { set: setCodeFault, useValue: useCodeFault } = createValue<string | null>(null)

/** What is in the field for a code and not applied yet; it outlives the page, and the way round by the sign-in. */
export function readTypedCode(): string {
  return localStore.get('discount_typed')?.trim() ?? ''
}

export function typeCode(typed: string): void {
  if (typed.trim() === '') localStore.remove('discount_typed')
  else localStore.set('discount_typed', typed)
}

export function keepCode(code: string): void {
  localStore.set('discount_code', code)
  given.tell()
}

export const onCodeKept = given.subscribe

/** Asks the server for a code, and keeps it when it is good. Never throws. Whose it is, only those signed in are asked. */
export async function applyCode(typed: string, isSignedIn: boolean): Promise<DiscountAnswer> {
  const code = plainCode(typed)
  if (!codePattern.test(code)) return { ok: false, error: noCode, later: false }
  const answer = await ask({ p_code: code }, isSignedIn)
  if (answer === null) return { ok: false, error: null, later: true }
  if ('error' in answer) return { ok: false, ...answer }
  localStore.set('discount_code', answer.code)
  localStore.remove('discount_typed')
  agreed.set(answer)
  return { ok: true }
}

/**
 * Applies the code that is in the field, else the one that this browser keeps, where none is applied; `again` asks for that
 * one once more. Returns whether nothing is in the way of paying; what is, is told at the field. Never throws.
 */
export async function settleCode(isSignedIn: boolean, again = false): Promise<boolean> {
  if (agreed.read() !== null && !again) return true
  const typed = readTypedCode()
  const code = typed || localStore.get('discount_code')
  if (code === null) return true
  const answer = await applyCode(code, isSignedIn)
  setCodeFault(answer.ok ? null : faultText(typed === '' ? code : null, answer.error))
  if (!answer.ok && typed === '' && !answer.later) dropCode()
  return answer.ok
}

/** The checkout has refused the code that was applied. */
export function refuseCode(message: string): void {
  setCodeFault(faultText(agreed.read()?.code ?? null, message))
  dropCode()
}

/** With the code that it is about, where the field no longer shows it. */
function faultText(code: string | null, error: string | null): string {
  return `${code === null ? '' : `${code}: `}${error ?? unreached}`
}

export function dropCode(): void {
  localStore.remove('discount_code')
  localStore.remove('discount_typed')
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
