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

/** The discount that is applied to this cart. It is only a preview: the checkout calculates it again. */
export const { read: readDiscount, useValue: useDiscount } = agreed

/** The reason why the typed or stored code gives no discount; null without one. */
export const { set: setCodeFault, useValue: useCodeFault } = createValue<string | null>(null)

/** The input for a code while it is on the page, which it is unless a code is applied. */
export const codeField: { current: Pick<HTMLInputElement, 'value' | 'focus'> | null } = {
  current: null,
}

onSignedOut(() => {
  agreed.set(null)
  if (codeField.current !== null) codeField.current.value = ''
})

/**
 * Returns the code that is typed but not applied; '' when there is none. The value of the input has priority over the stored text,
 * because extensions fill it without an event, and another tab may remove the stored text. The stored text survives a reload and a
 * sign-in.
 */
export function readTypedCode(): string {
  return cleanPasted(codeField.current?.value ?? localStore.get('discount_typed') ?? '')
}

/** Returns the typed code, otherwise the stored one; '' when there is none. */
export function readCode(): string {
  return readTypedCode() || (localStore.get('discount_code') ?? '')
}

/** Returns the applied, typed or stored code; '' when there is none. A linked or given code does not replace it. */
export function readPresentCode(): string {
  return agreed.read()?.code ?? readCode()
}

/** Fills in the code of a link to the cart, unless the cart has a code. */
export function prefillLinkedCode(code: string): void {
  if (readPresentCode() !== '') return
  fillCodeField(cleanPasted(code))
}

/** Stores a code as typed, without applying it, and shows it in the input. */
export function fillCodeField(code: string): void {
  if (codeField.current !== null) codeField.current.value = code
  localStore.set('discount_typed', code)
}

export function storeTypedCode(): void {
  const typed = readTypedCode()
  if (typed === '') localStore.remove('discount_typed')
  else localStore.set('discount_typed', typed)
}

/** Returns true when the input shows a code that the payment would not include. */
export function hasUnappliedCode(): boolean {
  return agreed.read() === null && codeField.current !== null && readTypedCode() !== ''
}

/** Stores a code that the shopper was given, unless the cart has a code. */
export function offerCode(code: string): void {
  if (readPresentCode() !== '') return
  localStore.set('discount_code', code)
  given.emit()
}

export const onCodeStored = given.subscribe

/**
 * Applies the typed code, otherwise the stored one, unless a code is applied; `inBackground` also checks an applied code again.
 * Resolves to true when nothing prevents paying; otherwise the reason is shown at the input. Never throws. When the shopper has
 * changed the code in the meantime, the response changes nothing that is visible.
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
  // The stored code was removed in the meantime, for example because the session ended.
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

/** Moves the stored code into the input, where the shopper can remove it to pay without it. Returns false without an input. */
function showKept(code: string): boolean {
  if (codeField.current === null) return false
  localStore.remove('discount_code')
  fillCodeField(code)
  return true
}

/** Removes the applied code, which the checkout has refused, and shows the message at the input. */
export function refuseCode(message: string): void {
  setCodeFault(faultText(agreed.read()?.code ?? null, message))
  removeCode()
}

/** Begins the text with the code when the input does not show it. */
function faultText(code: string | null, error: string | null): string {
  return `${code === null ? '' : `${code}: `}${error ?? unreached}`
}

function acceptCode(discount: Discount, typed: string): void {
  localStore.set('discount_code', discount.code)
  if (localStore.get('discount_typed') === typed) localStore.remove('discount_typed')
  agreed.set(discount)
}

/** Removes the applied and the stored code, but not the typed one. */
export function removeCode(): void {
  localStore.remove('discount_code')
  agreed.set(null)
}

/** Removes the applied and the stored code if they equal `code`. */
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
