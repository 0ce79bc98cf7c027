import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cart } from '../../../domain/cart.ts'
import {
  checkCheckout,
  type CheckoutPayload,
  type CheckoutRefusal,
  checkoutTexts,
} from '../../../domain/checkout.ts'
import type { DeliveryOption } from '../../../domain/delivery.ts'
import { blocksCheckout, type LineState } from '../../../domain/line-state.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { localStore } from '../../features/browser/storage.ts'
import { noteCheckoutStarted } from '../../features/cart/cart-sync.ts'
import {
  codeField,
  hasUnappliedCode,
  readDiscount,
  refuseCode,
  settleCode,
  storeTypedCode,
} from '../../features/cart/discount.ts'
import {
  clearBought,
  lastCheckoutSession,
  rememberCheckout,
} from '../../features/cart/checkout-memory.ts'
import { readGift } from './gift-words.ts'
import type { NewPrice } from './request-checkout.ts'
import { readSession, useSession } from '../../features/account/session.ts'
import { paths } from '../../paths.ts'
import { renewPage } from '../../ui/retry.ts'
import { showToast } from '../../ui/toasts.ts'

export interface CheckoutControl {
  busy: boolean
  deliveryMissing: boolean
  proceed: () => void
  /** What has to be answered before it is paid; null for nothing. */
  question: ReactNode
}

interface CheckoutParts {
  items: Cart
  delivery: DeliveryOption | null
  states: ReadonlyMap<string, LineState>
  takeOver: (prices: NewPrice[]) => void
  /** Looks what has become of the products: each line says what hinders it. */
  askAgain: () => void
}

export function useCheckout(parts: CheckoutParts): CheckoutControl {
  const { items, delivery, states, takeOver, askAgain } = parts
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<ReactNode>(null)
  const [deliveryMissing, setDeliveryMissing] = useState(false)
  const navigate = useNavigate()
  useReturnFromPayment(() => setBusy(false))

  function refuse({ reason, title, text }: CheckoutRefusal): void {
    showToast({ title, text, kind: 'failed' })
    setDeliveryMissing(reason === 'delivery')
    if (reason === 'delivery')
      document.querySelector<HTMLElement>('input[name="delivery"]')?.focus()
    if (reason === 'code') codeField.current?.focus()
    if (reason === 'sign-in') {
      storeTypedCode()
      void noteCheckoutStarted()
      void navigate(paths.authThen(paths.cart))
    }
  }

  async function pay(payload: CheckoutPayload): Promise<void> {
    setBusy(true)
    const payment = await loadPayment()
    if (payment === null) {
      setBusy(false)
      showToast({ title: checkoutTexts.failed, text: checkoutTexts.unable, kind: 'failed' })
      return renewPage()
    }
    const answer = await payment.requestCheckout(payload)
    if (answer.kind === 'ready' && !hasUnappliedCode()) {
      rememberCheckout(answer.sessionId, items, payload.discount_code)
      window.location.assign(answer.url)
      return
    }
    setBusy(false)
    if (answer.kind === 'ready') return refuse(codeRefusal)
    if (answer.kind === 'sign-in') return refuse(signInRefusal)
    if (answer.kind === 'failed') askAgain()
    if (answer.kind === 'price-changed') takeOver(answer.prices)
    if (answer.kind === 'discount-refused') refuseCode(answer.message)
    showToast({ title: checkoutTexts.failed, text: answer.message, kind: 'failed' })
  }

  /** Nobody pays the full price with a code in the field, nor for what they avoid and do not want all the same. */
  async function payIfAgreed(payload: CheckoutPayload): Promise<void> {
    setBusy(true)
    const isAgreed = localStore.get('avoid') === null || (await agrees(items, setQuestion))
    // In one go with what follows: the button only takes the focus back from a question that has gone.
    setQuestion(null)
    if (isAgreed && (await settleCode(true))) {
      const code = readDiscount()?.code
      return pay({ ...payload, ...(code !== undefined && { discount_code: code }) })
    }
    setBusy(false)
    if (isAgreed) refuse(codeRefusal)
  }

  function proceed(): void {
    if (busy) return
    const userId = readSession().user?.id ?? null
    const check = checkCheckout({ userId, cart: items, delivery })
    if (!check.ok) return refuse(check.refusal)
    setDeliveryMissing(false)
    const blocked = items.filter((item) => isBlocked(states.get(item.product.id)))
    const gift = readGift()
    if (blocked.length === 0)
      return void payIfAgreed({ ...check.payload, ...(gift !== null && { gift }) })
    const names = blocked.map((item) => item.product.name).join(', ')
    showToast({
      title: checkoutTexts.failed,
      text: `Please sort these out first: ${names}`,
      kind: 'failed',
    })
    // In the first of their lines, which says what is wrong.
    document.querySelector<HTMLElement>('[aria-describedby^="fault-"]')?.focus()
  }

  return { busy, deliveryMissing, proceed, question }
}

async function loadPayment() {
  try {
    return await import('./request-checkout.ts')
  } catch (cause) {
    logFailure('Checkout: what asks for the payment could not be loaded', cause)
    return null
  }
}

async function agrees(items: Cart, show: (question: ReactNode) => void): Promise<boolean> {
  try {
    const { agreesToUnfit } = await import('../../features/avoid/ask-unfit.tsx')
    return await agreesToUnfit(items, show)
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

function isBlocked(state: LineState | undefined): boolean {
  return state !== undefined && blocksCheckout(state)
}

/** The browser may bring the page back as it was when it left. */
function useReturnFromPayment(onReturn: () => void): void {
  useEffect(() => {
    const returned = (event: PageTransitionEvent) => {
      if (event.persisted) onReturn()
    }
    window.addEventListener('pageshow', returned)
    return () => window.removeEventListener('pageshow', returned)
  })
}

/** Somebody who paid and never came back to the success page must not find the same things in the cart again. */
export function usePaidCheckout(): void {
  const { user } = useSession()
  const userId = user?.id ?? null
  useEffect(() => {
    if (userId !== null) void clearIfPaid()
  }, [userId])
}

async function clearIfPaid(): Promise<void> {
  const sessionId = lastCheckoutSession()
  if (sessionId === null) return
  try {
    const { isBought, loadOrderOfSession } = await import('../../features/orders/orders.ts')
    const order = await loadOrderOfSession(sessionId)
    if (order === null || !isBought(order)) return
    clearBought(sessionId)
    showToast({
      title: `Order ${order.number} is ${order.isSettling ? 'waiting for your bank' : 'paid'}`,
      text: 'We’ve taken those things out of your cart.',
      kind: 'note',
    })
  } catch (cause) {
    logFailure('Checkout: the last one could not be looked up', cause)
  }
}
