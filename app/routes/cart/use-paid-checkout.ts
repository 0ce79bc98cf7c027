import { useEffect } from 'react'
import { useSession } from '../../features/account/session.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { clearBought, lastCheckoutSession } from '../../features/cart/checkout-memory.ts'
import { showToast } from '../../ui/toasts.ts'

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
      text: 'What was in it is out of your cart.',
      kind: 'note',
    })
  } catch (cause) {
    logFailure('Checkout: the last one could not be looked up', cause)
  }
}
