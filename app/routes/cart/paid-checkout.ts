import { removeBoughtLines, getLastCheckoutSession } from '../../features/cart/checkout-memory.ts'
import { isPaidOrAuthorised, loadOrderOfCheckoutSession } from '../../features/orders/orders.ts'
import { showToast } from '../../ui/toasts.ts'

/**
 * Removes the lines of the last checkout from the cart if that order has been paid.
 * @throws when the server does not respond
 */
export async function removePaidLines(): Promise<void> {
  const sessionId = getLastCheckoutSession()
  const order = sessionId === null ? null : await loadOrderOfCheckoutSession(sessionId)
  if (sessionId === null || order === null || !isPaidOrAuthorised(order)) return
  removeBoughtLines(sessionId)
  showToast({
    title: `Order ${order.number} is ${order.isSettling ? 'waiting for your bank' : 'paid'}`,
    text: 'We’ve taken those things out of your cart.',
    kind: 'note',
  })
}
