import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkoutTexts } from '../../../domain/checkout-texts.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { readTypedOrStoredCode, readCurrentCode } from '../../features/cart/discount.ts'
import { localStore } from '../../features/browser/storage.ts'
import { useSession } from '../../features/account/session.ts'
import { paths } from '../../core/paths.ts'
import { useBusyUntilReturn } from '../../ui/busy.ts'
import { reloadRoute } from '../../ui/retry.ts'
import { showToast } from '../../ui/toasts.ts'
import type { CheckoutParts } from './proceed-to-checkout.ts'

export interface CheckoutControl {
  busy: boolean
  /** True while the browser leaves for the payment page, whose price is fixed. */
  isLeaving: boolean
  deliveryMissing: boolean
  proceed: () => void
  /** A question that the customer has to answer before paying, or null. */
  question: ReactNode
}

/** Controls the checkout button, whose code is loaded when it is pressed. */
export function useCheckout(parts: CheckoutParts): CheckoutControl {
  const { busy, isLeaving, setBusy, leave } = useBusyUntilReturn()
  const [question, setQuestion] = useState<ReactNode>(null)
  const [deliveryMissing, setDeliveryMissing] = useState(false)
  const navigate = useNavigate()

  async function proceed(): Promise<void> {
    if (busy) return
    const code = readCurrentCode()
    setBusy(true)
    const loaded = await loadCheckout()
    if (loaded === null) {
      setBusy(false)
      showToast({ title: checkoutTexts.failed, text: checkoutTexts.unable, kind: 'failed' })
      return reloadRoute()
    }
    await loaded.proceedToCheckout({
      ...parts,
      code,
      setBusy,
      leave,
      setQuestion,
      setDeliveryMissing,
      signIn: () => void navigate(paths.authWithNext(paths.cartWithCode(readTypedOrStoredCode()))),
    })
  }

  return { busy, isLeaving, deliveryMissing, proceed: () => void proceed(), question }
}

async function loadCheckout() {
  try {
    return await import('./proceed-to-checkout.ts')
  } catch (cause) {
    logFailure('Checkout: it could not be loaded', cause)
    return null
  }
}

/** Removes paid lines from the cart, for customers who have paid without returning to the success page. */
export function useRemovePaidLines(): void {
  const { user } = useSession()
  const userId = user?.id ?? null
  useEffect(() => {
    if (userId !== null && localStore.get('checkout_session_id') !== null) void clearIfPaid()
  }, [userId])
}

async function clearIfPaid(): Promise<void> {
  try {
    const { removePaidLines } = await import('./paid-checkout.ts')
    await removePaidLines()
  } catch (cause) {
    logFailure('Checkout: the last one could not be looked up', cause)
  }
}
