import { guestEmailLimit, guestEmailTexts } from '../../../domain/guest-email.ts'
import type { Message } from '../../../domain/newsletter.ts'
import { toStoredLines } from '../../../domain/stored-lines.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { parseEmailAddress } from '../../../domain/validation.ts'
import { callFunction } from '../backend-client/api.ts'
import { attempts } from '../browser/attempts.ts'
import { logFailure } from '../browser/browser-log.ts'
import { flushCart } from '../cart/cart-sync.ts'
import { storeGivenCode, readCurrentCode } from '../cart/discount.ts'
import { readCart } from '../cart/cart-store.ts'
import { issueGuestCartId, readGuestCartId } from '../cart/guest-cart-id.ts'
import { getField, getText } from '../browser/json.ts'
import { setStoredText } from '../browser/stored-text.ts'

export interface GuestEmailFields {
  email: string
  agreed: boolean
  wantsCode: boolean
}

export interface SavedGuestEmail {
  ok: true
  words: Message
  /** The 10% code, where one was wanted; null also when the address has had its own. */
  code: string | null
  /** The code that the cart has: the new one, or the one that was there already. */
  cartCode: string
}

export type SaveOutcome = SavedGuestEmail | { ok: false; words: Message; isInvalid: boolean }

/** Keeps a guest's address with the cart, here and on the server. Never throws: `unreached` is said when that is away. */
export async function saveGuestEmail(
  typed: GuestEmailFields,
  unreached: Message,
  now: number,
): Promise<SaveOutcome> {
  const email = parseEmailAddress(typed.email)
  if (email === null) return { ok: false, words: guestEmailTexts.invalid, isInvalid: true }
  if (!attempts.take(guestEmailLimit, now)) return refused(guestEmailTexts.tooMany)
  try {
    const { status, answer } = await store({ ...typed, email })
    if (status === 429) return refused(guestEmailTexts.tooMany)
    if (status !== 200 || getField(answer, 'success') !== true) return refused(errorIn(answer))
    setStoredText('guest_email', email)
    const code = getText(answer, 'discountCode')
    if (code !== null) storeGivenCode(code)
    const words = guestEmailTexts[typed.agreed ? 'saved' : 'kept']
    return { ok: true, words, code, cartCode: readCurrentCode() }
  } catch (cause) {
    logFailure('Guest e-mail: could not be saved', cause)
    return refused(unreached)
  }
}

/** Keeps a guest's cart under an address that signs up, so that it is there wherever that is confirmed. @throws when it cannot be sent */
export async function saveCartUnder(typed: string): Promise<void> {
  const email = parseEmailAddress(typed)
  if (email === null) return
  const { status } = await store({ email, agreed: false, wantsCode: false })
  if (status === 200) setStoredText('guest_email', email)
}

async function store({ email, agreed, wantsCode }: GuestEmailFields) {
  await flushCart()
  return callFunction('secure-guest-email/save', {
    email,
    cartData: toStoredLines(readCart().items).filter((line) => isUuid(line.product_id)),
    // Also of a cart that could not be stored yet; without it there would be two.
    cartId: readGuestCartId() ?? issueGuestCartId(),
    agreed,
    wantsCode,
    page: location.pathname,
  })
}

/** 'Error' with the returned error or 'Failed to save email' (specification, section 8). */
function errorIn(answer: unknown): Message {
  const { title, text } = guestEmailTexts.failed
  return { title, text: getText(answer, 'error') ?? text }
}

function refused(words: Message): SaveOutcome {
  return { ok: false, words, isInvalid: false }
}
