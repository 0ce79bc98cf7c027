import { guestEmailLimit, guestEmailTexts } from '../../../domain/guest-email.ts'
import type { VisitorMessage } from '../../../domain/newsletter.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { callFunction } from '../backend-client/api.ts'
import { attemptCounter } from '../browser/attempts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { sendCartChanges } from '../cart/cart-sync.ts'
import { storeGivenCode, readCurrentCode } from '../cart/discount.ts'
import { readCart } from '../cart/cart-store.ts'
import { issueGuestCartId, readGuestCartId } from '../cart/guest-cart-id.ts'
import { getField, getTextField } from '../browser/json.ts'
import { setStoredText } from '../browser/stored-text.ts'

export interface GuestEmailFields {
  email: string
  agreed: boolean
  wantsCode: boolean
}

export interface SavedGuestEmail {
  ok: true
  words: VisitorMessage
  /** The new 10% code; null when none was requested, or when the email address has already received one. */
  code: string | null
  /** The code of the cart: the new one, or the one that was there already. */
  cartCode: string
}

export type SaveEmailOutcome =
  | SavedGuestEmail
  | { ok: false; words: VisitorMessage; isInvalid: boolean }

/**
 * Saves a guest's email address with the cart, in this browser and on the server. Never throws: without a response, the
 * outcome has the text `unreached`.
 */
export async function saveGuestEmail(
  typed: GuestEmailFields,
  unreached: VisitorMessage,
  now: number,
): Promise<SaveEmailOutcome> {
  const email = parseEmailAddress(typed.email)
  if (email === null) return { ok: false, words: guestEmailTexts.invalid, isInvalid: true }
  if (!attemptCounter.take(guestEmailLimit, now)) return refused(guestEmailTexts.tooMany)
  try {
    const { status, answer } = await saveOnServer({ ...typed, email })
    if (status === 429) return refused(guestEmailTexts.tooMany)
    if (status !== 200 || getField(answer, 'success') !== true) return refused(parseError(answer))
    setStoredText('guest_email', email)
    const code = getTextField(answer, 'discountCode')
    if (code !== null) storeGivenCode(code)
    const words = guestEmailTexts[typed.agreed ? 'saved' : 'kept']
    return { ok: true, words, code, cartCode: readCurrentCode() }
  } catch (cause) {
    logFailure('Guest e-mail: could not be saved', cause)
    return refused(unreached)
  }
}

/**
 * Saves a guest's cart under the email address that signs up, so that the cart is available on the device that confirms it.
 * Ignores an invalid email address and an error response.
 * @throws when the request fails
 */
export async function saveCartForEmail(typed: string): Promise<void> {
  const email = parseEmailAddress(typed)
  if (email === null) return
  const { status } = await saveOnServer({ email, agreed: false, wantsCode: false })
  if (status === 200) setStoredText('guest_email', email)
}

async function saveOnServer({ email, agreed, wantsCode }: GuestEmailFields) {
  await sendCartChanges()
  return callFunction('secure-guest-email/save', {
    email,
    cartData: toStoredLines(readCart().items).filter((line) => isUuid(line.product_id)),
    // Issues an id when the cart could not be stored yet: without one the server would create a second cart.
    cartId: readGuestCartId() ?? issueGuestCartId(),
    agreed,
    wantsCode,
    page: location.pathname,
  })
}

/** Returns "Error" with the server's message, or with "Failed to save email" (specification, section 8). */
function parseError(answer: unknown): VisitorMessage {
  const { title, text } = guestEmailTexts.failed
  return { title, text: getTextField(answer, 'error') ?? text }
}

function refused(words: VisitorMessage): SaveEmailOutcome {
  return { ok: false, words, isInvalid: false }
}
