import type { ReactNode } from 'react'
import type { Cart } from '../../../domain/cart.ts'
import {
  checkCheckout,
  type CheckoutPayload,
  type CheckoutRefusal,
} from '../../../domain/checkout.ts'
import { checkoutTexts } from '../../../domain/checkout-texts.ts'
import type { DeliveryMethod } from '../../../domain/delivery.ts'
import { normaliseDiscountCode } from '../../../domain/discount-code.ts'
import { blocksCheckout, type CartLineStatus } from '../../../domain/cart-line-status.ts'
import { readSession } from '../../features/account/session.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { localStore } from '../../features/browser/storage.ts'
import { recordCheckoutStarted } from '../../features/cart/cart-sync.ts'
import { storeCheckout } from '../../features/cart/checkout-memory.ts'
import {
  discountCodeField,
  hasUnappliedCode,
  readDiscount,
  rejectAppliedCode,
  applyCode,
  storeTypedCode,
} from '../../features/cart/discount.ts'
import { showToast } from '../../ui/toasts.ts'
import { readGiftBadge } from './gift-badge-texts.ts'
import { type NewPrice, requestCheckout } from './request-checkout.ts'

export interface CheckoutParts {
  items: Cart
  delivery: DeliveryMethod | null
  states: ReadonlyMap<string, CartLineStatus>
  takeOver: (prices: NewPrice[]) => void
  /** Fetches the products again, so that each line shows why it cannot be bought. */
  askAgain: () => void
}

interface CheckoutPress extends CheckoutParts {
  /** The applied, typed or stored discount code when the button was pressed; '' without one. */
  code: string
  setBusy: (isBusy: boolean) => void
  /** Navigates to another site; the button stays busy meanwhile. */
  leave: (url: string) => void
  setQuestion: (question: ReactNode) => void
  setDeliveryMissing: (isMissing: boolean) => void
  /** Navigates to the sign-in, which returns to the cart. */
  signIn: () => void
}

/** Opens the payment page, or shows why it cannot. The button stays busy while the browser leaves the page. */
export async function proceedToCheckout(press: CheckoutPress): Promise<void> {
  const { items, delivery, states } = press
  const userId = readSession().user?.id ?? null
  const check = checkCheckout({ userId, cart: items, delivery })
  if (!check.ok) return refuse(press, check.refusal)
  press.setDeliveryMissing(false)
  const blocked = items.filter((item) => isBlocked(states.get(item.product.id)))
  if (blocked.length > 0) return refuse(press, blockedRefusal(blocked))
  const isAgreed = localStore.get('avoid') === null || (await agrees(press))
  // In the same render as `setBusy`: the button restores its focus only once the question is no longer there.
  press.setQuestion(null)
  if (!isAgreed) return press.setBusy(false)
  // A code that is typed but not applied must not lead to the full price.
  if (!(await applyCode(true))) return refuse(press, codeRefusal)
  const gift = readGiftBadge()
  const code = readDiscount()?.code
  // A check that was under way at the press has refused the code, so the price is not the expected one.
  if (press.code !== '' && normaliseDiscountCode(code ?? '') !== normaliseDiscountCode(press.code))
    return refuse(press, codeRefusal)
  await pay(press, {
    ...check.payload,
    ...(gift !== null && { gift }),
    ...(code !== undefined && { discount_code: code }),
  })
}

async function pay(press: CheckoutPress, payload: CheckoutPayload): Promise<void> {
  const answer = await requestCheckout(payload)
  if (answer.kind === 'ready') {
    // A code that was typed or applied while the payment was being prepared.
    const applied = readDiscount()?.code ?? payload.discount_code
    if (hasUnappliedCode() || applied !== payload.discount_code) return refuse(press, codeRefusal)
    storeCheckout(answer.sessionId, press.items, payload.discount_code)
    return press.leave(answer.url)
  }
  if (answer.kind === 'sign-in') return refuse(press, signInRefusal)
  press.setBusy(false)
  if (answer.kind === 'failed') press.askAgain()
  if (answer.kind === 'price-changed') press.takeOver(answer.prices)
  if (answer.kind === 'discount-refused') rejectAppliedCode(answer.message)
  showToast({ title: checkoutTexts.failed, text: answer.message, kind: 'failed' })
}

const focusTargets: Partial<Record<CheckoutRefusal['reason'], string>> = {
  delivery: 'input[name="delivery"]',
  // The first line with an error.
  blocked: '[aria-describedby^="fault-"]',
}

function refuse(press: CheckoutPress, { reason, title, text }: CheckoutRefusal): void {
  press.setBusy(false)
  press.setDeliveryMissing(reason === 'delivery')
  showToast({ title, text, kind: 'failed' })
  const target = focusTargets[reason]
  if (target !== undefined) document.querySelector<HTMLElement>(target)?.focus()
  if (reason === 'code') discountCodeField.current?.focus()
  if (reason === 'sign-in') {
    storeTypedCode()
    void recordCheckoutStarted()
    press.signIn()
  }
}

async function agrees({ items, setQuestion }: CheckoutPress): Promise<boolean> {
  try {
    const { confirmAllergenConflict } = await import('../../features/avoid/confirm-allergens.tsx')
    return await confirmAllergenConflict(items, setQuestion)
  } catch (cause) {
    logFailure('Checkout: what fits could not be looked up', cause)
    showToast({ title: checkoutTexts.failed, text: checkoutTexts.unable, kind: 'failed' })
    return false
  }
}

const codeRefusal: CheckoutRefusal = {
  reason: 'code',
  title: checkoutTexts.failed,
  text: 'Your discount code isn’t applied. Correct it, or clear its field to go on without it.',
}

const signInRefusal: CheckoutRefusal = {
  reason: 'sign-in',
  title: 'Sign in required',
  text: 'Please sign in to complete your purchase.',
}

function blockedRefusal(blocked: Cart): CheckoutRefusal {
  const names = blocked.map((item) => item.product.name).join(', ')
  return {
    reason: 'blocked',
    title: checkoutTexts.failed,
    text: `Please sort these out first: ${names}`,
  }
}

function isBlocked(state: CartLineStatus | undefined): boolean {
  return state !== undefined && blocksCheckout(state)
}
