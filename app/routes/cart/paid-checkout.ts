import { removeBoughtLines, getLastCheckoutSession } from '../../features/cart/checkout-memory.ts'
import { isBought, loadOrderOfSession } from '../../features/orders/orders.ts'
import { showToast } from '../../ui/toasts.ts'

/** Takes the lines of the last checkout out of the cart once they are paid. Throws where the server is not reached. */
export async function removePaidLines(): Promise<void> {
  const sessionId = getLastCheckoutSession()
  const order = sessionId === null ? null : await loadOrderOfSession(sessionId)
  if (sessionId === null || order === null || !isBought(order)) return
  removeBoughtLines(sessionId)
  showToast({
    title: `Order ${order.number} is ${order.isSettling ? 'waiting for your bank' : 'paid'}`,
    text: 'We’ve taken those things out of your cart.',
    kind: 'note',
  })
}
