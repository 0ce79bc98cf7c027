import type { Discount } from '../../../domain/discount.ts'
import { cleanPastedText } from '../../../domain/pasted.ts'
import { normaliseDiscountCode } from '../../../domain/discount-code.ts'
import { createListeners, createSharedValue } from '../../ui/listeners.ts'
import { logFailure } from '../browser/browser-log.ts'
import { onSignedOut } from '../account/session.ts'
import { localStore } from '../browser/storage.ts'
import type { CodeRefusal } from './check-code.ts'

const uncheckedText = 'The code could not be checked. Please try again.'
const unappliedText = 'This code isn’t applied yet. Choose Apply to use it.'

const codeListeners = createListeners()
const appliedDiscount = createSharedValue<Discount | null>(null)

/** The discount that is applied to this cart. It is only a preview: the checkout calculates it again. */
export const { read: readDiscount, useValue: useDiscount } = appliedDiscount

/** The reason why the typed or stored code gives no discount; null without one. */
export const { set: setCodeError, useValue: useCodeError } = createSharedValue<string | null>(null)

/** The input for a code while it is on the page, which it is unless a code is applied. */
export const discountCodeField: { current: Pick<HTMLInputElement, 'value' | 'focus'> | null } = {
  current: null,
}

onSignedOut(() => {
  appliedDiscount.set(null)
  if (discountCodeField.current !== null) discountCodeField.current.value = ''
})

/**
 * Returns the code that is typed but not applied; '' when there is none. The value of the input has priority over the stored text,
 * because extensions fill it without an event, and another tab may remove the stored text. The stored text survives a reload and a
 * sign-in.
 */
export function readTypedCode(): string {
  return cleanPastedText(discountCodeField.current?.value ?? localStore.get('discount_typed') ?? '')
}

/** Returns the typed code, otherwise the stored one; '' when there is none. */
export function readTypedOrStoredCode(): string {
  return readTypedCode() || (localStore.get('discount_code') ?? '')
}

/** Returns the applied, typed or stored code; '' when there is none. A given code does not replace it. */
export function readCurrentCode(): string {
  return appliedDiscount.read()?.code ?? readTypedOrStoredCode()
}

/**
 * Fills in the code of a link to the cart, which the shopper typed in another browser, unless a code is applied or typed here. It
 * has priority over a code that this browser has stored, which may have expired since.
 */
export function prefillLinkedCode(code: string): void {
  if (appliedDiscount.read() !== null || readTypedCode() !== '') return
  fillCodeField(cleanPastedText(code))
  codeListeners.emit()
}

/** Stores a code as typed, without applying it, and shows it in the input. */
export function fillCodeField(code: string): void {
  if (discountCodeField.current !== null) discountCodeField.current.value = code
  localStore.set('discount_typed', code)
}

export function storeTypedCode(): void {
  const typed = readTypedCode()
  if (typed === '') localStore.remove('discount_typed')
  else localStore.set('discount_typed', typed)
}

/** Returns true when the input shows a code that the payment would not include. */
export function hasUnappliedCode(): boolean {
  return (
    appliedDiscount.read() === null && discountCodeField.current !== null && readTypedCode() !== ''
  )
}

/** Stores a code that the shopper was given, unless the cart has a code. */
export function storeGivenCode(code: string): void {
  if (readCurrentCode() !== '') return
  localStore.set('discount_code', code)
  codeListeners.emit()
}

export const onCodeStored = codeListeners.subscribe

/**
 * Applies the typed code, otherwise the stored one, unless a code is applied; `inBackground` also checks an applied code again.
 * Resolves to true when nothing prevents paying; otherwise the reason is shown at the input. Never throws. When the shopper has
 * changed the code in the meantime, the response changes nothing that is visible.
 */
export async function applyCode(isSignedIn: boolean, inBackground = false): Promise<boolean> {
  const applied = appliedDiscount.read()
  if (applied !== null && !inBackground) return true
  const typed = applied === null ? readTypedCode() : ''
  const stored = localStore.get('discount_code')
  const code = typed || (stored ?? applied?.code)
  if (code === undefined) return true
  if (typed !== '') storeTypedCode()
  const result = await checkCodeOrLog(code, isSignedIn)
  const isUnchanged = applied !== null || readTypedCode() === typed
  // The stored code was removed in the meantime, for example because the session ended.
  const isRemoved = typed === '' && stored !== null && localStore.get('discount_code') === null
  const isCurrent = appliedDiscount.read() === applied && isUnchanged && !isRemoved
  const isRefused = 'error' in result
  if (isRefused && typed === '' && !result.isUnchecked) removeMatchingCode(code)
  if (isCurrent) {
    const isRetryLater = isRefused && result.isUnchecked && typed === '' && applied === null
    const isInInput = isRetryLater && moveToInput(code)
    setCodeError(
      isRefused ? formatCodeError(typed === '' && !isInInput ? code : null, result.error) : null,
    )
    if (!isRefused) applyDiscount(result, typed)
    return !isRefused
  }
  const isUnapplied = hasUnappliedCode()
  if (isUnapplied && !inBackground) setCodeError(unappliedText)
  return !isUnapplied
}

/** Moves the stored code into the input, where the shopper can remove it to pay without it. Returns false without an input. */
function moveToInput(code: string): boolean {
  if (discountCodeField.current === null) return false
  localStore.remove('discount_code')
  fillCodeField(code)
  return true
}

/** Removes the applied code, which the checkout has refused, and shows the message at the input. */
export function rejectAppliedCode(message: string): void {
  setCodeError(formatCodeError(appliedDiscount.read()?.code ?? null, message))
  removeAppliedCode()
}

/** Begins the text with the code when the input does not show it. */
function formatCodeError(code: string | null, error: string | null): string {
  return `${code === null ? '' : `${code}: `}${error ?? uncheckedText}`
}

function applyDiscount(discount: Discount, typed: string): void {
  localStore.set('discount_code', discount.code)
  if (localStore.get('discount_typed') === typed) localStore.remove('discount_typed')
  appliedDiscount.set(discount)
}

/** Removes the applied and the stored code, but not the typed one. */
export function removeAppliedCode(): void {
  localStore.remove('discount_code')
  appliedDiscount.set(null)
}

/** Removes the applied and the stored code if they equal `code`. */
export function removeMatchingCode(code: string): void {
  const isSameCode = (other: string | null | undefined) =>
    other != null && normaliseDiscountCode(other) === normaliseDiscountCode(code)
  if (isSameCode(localStore.get('discount_code'))) localStore.remove('discount_code')
  if (isSameCode(appliedDiscount.read()?.code)) appliedDiscount.set(null)
}

async function checkCodeOrLog(code: string, isSignedIn: boolean): Promise<Discount | CodeRefusal> {
  try {
    const { checkDiscountCode } = await import('./check-code.ts')
    return await checkDiscountCode(code, isSignedIn)
  } catch (cause) {
    logFailure('Discount: the code could not be checked', cause)
    return { error: null, isUnchecked: true }
  }
}
