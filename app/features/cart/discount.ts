import type { Discount } from '../../../domain/discount.ts'
import { cleanPasted } from '../../../domain/pasted.ts'
import { codePattern, plainCode } from '../../../domain/plain-code.ts'
import { createListeners, createValue } from '../../ui/listeners.ts'
import { callRest } from '../backend-client/api.ts'
import { logFailure } from '../browser/browser-log.ts'
import { onSignedOut } from '../account/session.ts'
import { loadSupabase } from '../account/supabase.ts'
import { fieldOf, textOf } from '../browser/json.ts'
import { localStore } from '../browser/storage.ts'

const noCode = 'A code is letters and digits only. Please check it letter by letter.'
const unreached = 'The code could not be checked. Please try again.'
const changed = 'This code isn’t applied yet. Choose Apply to use it.'

/** `error` null: the server was not reached. `later`: nothing was said of the code. */
interface Refusal {
  error: string | null
  later: boolean
}

const given = createListeners()
const agreed = createValue<Discount | null>(null)
onSignedOut(() => agreed.set(null))

/** What is taken off this cart; the checkout works it out again. */
export const { read: readDiscount, useValue: useDiscount } = agreed

/** Why the code in the field, or the one that was kept, takes nothing off. */
export const { set: setCodeFault, useValue: useCodeFault } = createValue<string | null>(null)

/** The cart's field for a code, while it is on the page; it is there unless a code is applied. */
export const codeField: { current: Pick<HTMLInputElement, 'value' | 'focus'> | null } = {
  current: null,
}

/**
 * The code that is not applied yet: the text that the shopper sees, for extensions fill the field without an event and another
 * tab may clear what is stored. Without the field it is the text that outlives the page, and the way round by the sign-in.
 */
export function readTypedCode(): string {
  return cleanPasted(codeField.current?.value ?? localStore.get('discount_typed') ?? '')
}

export function storeTypedCode(): void {
  const typed = readTypedCode()
  if (typed === '') localStore.remove('discount_typed')
  else localStore.set('discount_typed', typed)
}

/** Whether the field shows a code that the payment would not take into account. */
export function hasUnappliedCode(): boolean {
  return agreed.read() === null && codeField.current !== null && readTypedCode() !== ''
}

export function keepCode(code: string): void {
  localStore.set('discount_code', code)
  given.tell()
}

export const onCodeKept = given.subscribe

/**
 * Applies the code that is in the field, else the one that this browser keeps, where none is applied; `inBackground` also asks
 * again for one that is. Returns whether nothing is in the way of paying; what is, is told at the field. Never throws. An answer
 * about another code than the shopper sees by then changes nothing that is seen.
 */
export async function settleCode(isSignedIn: boolean, inBackground = false): Promise<boolean> {
  const applied = agreed.read()
  if (applied !== null && !inBackground) return true
  const typed = applied === null ? readTypedCode() : ''
  const code = typed || (localStore.get('discount_code') ?? applied?.code)
  if (code === undefined) return true
  if (typed !== '') storeTypedCode()
  const answer = await checkCode(code, isSignedIn)
  const isCurrent = agreed.read() === applied && (applied !== null || readTypedCode() === typed)
  const isRefused = 'error' in answer
  if (isRefused && typed === '' && !answer.later) forgetCode(code)
  if (isCurrent) {
    setCodeFault(isRefused ? faultText(typed === '' ? code : null, answer.error) : null)
    if (!isRefused) acceptCode(answer, typed)
    return !isRefused
  }
  const isLeftOver = hasUnappliedCode()
  if (isLeftOver && !inBackground) setCodeFault(changed)
  return !isLeftOver
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

function acceptCode(discount: Discount, typed: string): void {
  localStore.set('discount_code', discount.code)
  if (localStore.get('discount_typed') === typed) localStore.remove('discount_typed')
  agreed.set(discount)
}

/** No code is applied any more, nor kept; what is typed stays. */
export function dropCode(): void {
  localStore.remove('discount_code')
  agreed.set(null)
}

/** The same where it is that code. */
export function forgetCode(code: string): void {
  const isThat = (other: string | null | undefined) =>
    other != null && plainCode(other) === plainCode(code)
  if (isThat(localStore.get('discount_code'))) localStore.remove('discount_code')
  if (isThat(agreed.read()?.code)) agreed.set(null)
}

/** Whose code it is, only those signed in are asked. */
async function checkCode(typed: string, isSignedIn: boolean): Promise<Discount | Refusal> {
  const code = plainCode(typed)
  if (!codePattern.test(code)) return { error: noCode, later: false }
  return (await ask({ p_code: code }, isSignedIn)) ?? { error: null, later: true }
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
