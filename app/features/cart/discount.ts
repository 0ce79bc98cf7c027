import type { Discount } from '../../../domain/discount.ts'
import { cleanPasted } from '../../../domain/pasted.ts'
import { normaliseCode } from '../../../domain/plain-code.ts'
import { createListeners, createValue } from '../../ui/listeners.ts'
import { logFailure } from '../browser/browser-log.ts'
import { onSignedOut } from '../account/session.ts'
import { localStore } from '../browser/storage.ts'
import type { Refusal } from './check-code.ts'

const unreached = 'The code could not be checked. Please try again.'
const changed = 'This code isn’t applied yet. Choose Apply to use it.'

const given = createListeners()
const agreed = createValue<Discount | null>(null)

/** The discount on this cart; the checkout works it out again. */
export const { read: readDiscount, useValue: useDiscount } = agreed

/** Why the code in the field, or the one that was kept, takes nothing off. */
export const { set: setCodeFault, useValue: useCodeFault } = createValue<string | null>(null)

/** The cart's field for a code, while it is on the page; it is there unless a code is applied. */
export const codeField: { current: Pick<HTMLInputElement, 'value' | 'focus'> | null } = {
  current: null,
}

onSignedOut(() => {
  agreed.set(null)
  if (codeField.current !== null) codeField.current.value = ''
})

/**
 * The code that is not applied yet: the text that the shopper sees, for extensions fill the field without an event and another
 * tab may clear what is stored. Without the field it is the text that outlives the page, and the way round by the sign-in.
 */
export function readTypedCode(): string {
  return cleanPasted(codeField.current?.value ?? localStore.get('discount_typed') ?? '')
}

/** Returns the code that the shopper has typed or this browser keeps; '' when there is none. */
export function readCode(): string {
  return readTypedCode() || (localStore.get('discount_code') ?? '')
}

/** Returns the code of this cart, which no other one replaces by itself: applied, typed or kept; '' when there is none. */
export function readPresentCode(): string {
  return agreed.read()?.code ?? readCode()
}

/** Fills in the code of a link to the cart, unless there is a code already. */
export function prefillLinkedCode(code: string): void {
  if (readPresentCode() !== '') return
  fillCodeField(cleanPasted(code))
}

/** Stores a code that is not applied, and shows it in the field. */
export function fillCodeField(code: string): void {
  if (codeField.current !== null) codeField.current.value = code
  localStore.set('discount_typed', code)
}

export function storeTypedCode(): void {
  const typed = readTypedCode()
  if (typed === '') localStore.remove('discount_typed')
  else localStore.set('discount_typed', typed)
}

/** Returns whether the field shows a code that the payment would not take into account. */
export function hasUnappliedCode(): boolean {
  return agreed.read() === null && codeField.current !== null && readTypedCode() !== ''
}

/** Stores a code that the shopper was given, unless there is a code already. */
export function offerCode(code: string): void {
  if (readPresentCode() !== '') return
  localStore.set('discount_code', code)
  given.notify()
}

export const onCodeStored = given.subscribe

/**
 * Applies the code that is in the field, else the one that this browser keeps, where none is applied; `inBackground` also asks
 * again for one that is. Returns whether nothing is in the way of paying; what is, is told at the field. Never throws. An answer
 * about another code than the shopper sees by then changes nothing that is seen.
 */
export async function settleCode(isSignedIn: boolean, inBackground = false): Promise<boolean> {
  const applied = agreed.read()
  if (applied !== null && !inBackground) return true
  const typed = applied === null ? readTypedCode() : ''
  const kept = localStore.get('discount_code')
  const code = typed || (kept ?? applied?.code)
  if (code === undefined) return true
  if (typed !== '') storeTypedCode()
  const answer = await loadAndCheck(code, isSignedIn)
  const isUnchanged = applied !== null || readTypedCode() === typed
  // With the end of a session.
  const isGone = typed === '' && kept !== null && localStore.get('discount_code') === null
  const isCurrent = agreed.read() === applied && isUnchanged && !isGone
  const isRefused = 'error' in answer
  if (isRefused && typed === '' && !answer.later) removeMatchingCode(code)
  if (isCurrent) {
    const isUnjudged = isRefused && answer.later && typed === '' && applied === null
    const isShown = isUnjudged && showKept(code)
    setCodeFault(isRefused ? faultText(typed === '' && !isShown ? code : null, answer.error) : null)
    if (!isRefused) acceptCode(answer, typed)
    return !isRefused
  }
  const isLeftOver = hasUnappliedCode()
  if (isLeftOver && !inBackground) setCodeFault(changed)
  return !isLeftOver
}

/** The code is in the field from now on, where it can be cleared: the shopper may pay without it. */
function showKept(code: string): boolean {
  if (codeField.current === null) return false
  localStore.remove('discount_code')
  fillCodeField(code)
  return true
}

/** The checkout has refused the code that was applied. */
export function refuseCode(message: string): void {
  setCodeFault(faultText(agreed.read()?.code ?? null, message))
  removeCode()
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
export function removeCode(): void {
  localStore.remove('discount_code')
  agreed.set(null)
}

/** Does the same where the applied or kept code is this one. */
export function removeMatchingCode(code: string): void {
  const isThat = (other: string | null | undefined) =>
    other != null && normaliseCode(other) === normaliseCode(code)
  if (isThat(localStore.get('discount_code'))) localStore.remove('discount_code')
  if (isThat(agreed.read()?.code)) agreed.set(null)
}

async function loadAndCheck(code: string, isSignedIn: boolean): Promise<Discount | Refusal> {
  try {
    const { checkCode } = await import('./check-code.ts')
    return await checkCode(code, isSignedIn)
  } catch (cause) {
    logFailure('Discount: the code could not be asked for', cause)
    return { error: null, later: true }
  }
}
