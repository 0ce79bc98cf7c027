import { useEffect, useState } from 'react'
import {
  wasPaid,
  loadOrderOfCheckoutSession,
  type PlacedOrder,
} from '../../features/orders/orders.ts'
import { orderListeners } from '../../features/account/account-events.ts'
import { useSession } from '../../features/account/session.ts'
import { logFailure } from '../../features/browser/browser-log.ts'
import { removeBoughtLines } from '../../features/cart/checkout-memory.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import type { Listeners } from '../../ui/listeners.ts'

export type FoundOrder =
  | { state: 'waiting' | 'signed-out' | 'unpaid' | 'sold-out' | 'late' | 'unknown' | 'failed' }
  | { state: 'paid' | 'settling'; order: PlacedOrder }

/**
 * The pauses between two requests, in ms: about a minute in all, in which the provider's webhook should arrive. An event
 * of the order leads to a request at once, even later.
 */
const pauses = [
  300, 500, 700, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 10_000, 10_000,
]

/**
 * Polls the customer's own order of a payment session until it is settled. Removes its lines from the cart once it is
 * paid or its payment is authorised.
 */
export function useOrderOfSession(sessionId: string | null): FoundOrder {
  const { user } = useSession()
  const hydrated = useHydrated()
  const [found, setFound] = useState<FoundOrder>({ state: 'waiting' })
  const userId = user?.id ?? null
  useEffect(() => {
    if (userId === null || sessionId === null) return
    const leaving = new AbortController()
    const show = (next: FoundOrder) => {
      if (leaving.signal.aborted) return
      if ('order' in next) removeBoughtLines(sessionId)
      setFound(next)
    }
    const { rest, end } = createUpdateWaiter(orderListeners)
    waitForOrder(sessionId, { signal: leaving.signal, show, rest }).then(show, (cause: unknown) => {
      logFailure('Order: could not be read', cause)
      show({ state: 'failed' })
    })
    return () => {
      leaving.abort()
      end()
    }
  }, [sessionId, userId])
  if (hydrated && sessionId === null) return { state: 'unknown' }
  if (hydrated && userId === null) return { state: 'signed-out' }
  return found
}

type Rest = (ms: number | null) => Promise<void>

/**
 * Returns `rest`, which resolves on the next event or after `ms`, and `end`, which unsubscribes and resolves a pending
 * `rest`. An event that arrives between two rests, during a request, resolves the next one at once.
 */
export function createUpdateWaiter(news: Listeners): { rest: Rest; end: () => void } {
  let isNew = false
  let wake = () => {}
  const hear = () => {
    isNew = true
    wake()
  }
  const endNews = news.subscribe(hear)
  return {
    async rest(ms) {
      if (!isNew)
        await new Promise<void>((resolve) => {
          wake = resolve
          if (ms !== null) setTimeout(resolve, ms)
        })
      isNew = false
    },
    end() {
      endNews()
      hear()
    },
  }
}

interface Waiting {
  signal: AbortSignal
  show: (meanwhile: FoundOrder) => void
  rest: Rest
}

async function waitForOrder(
  sessionId: string,
  { signal, show, rest }: Waiting,
): Promise<FoundOrder> {
  let latest: FoundOrder = { state: 'late' }
  for (let round = 0; !signal.aborted; round += 1) {
    const order = await loadOrderOfCheckoutSession(sessionId)
    if (order === null) return { state: 'unknown' }
    if (order.isSoldOut) return { state: 'sold-out' }
    if (wasPaid(order.state)) return { state: 'paid', order }
    if (order.state !== 'pending') return { state: 'unpaid' }
    if (order.isSettling) latest = { state: 'settling', order }
    const pause = pauses[round] ?? null
    if (order.isSettling || pause === null) show(latest)
    await rest(pause)
  }
  return latest
}
