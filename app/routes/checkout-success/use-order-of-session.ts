import { useEffect, useState } from 'react'
import { isSettled, loadOrderOfSession, type PlacedOrder } from '../../features/orders/orders.ts'
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
 * Between the questions, in ms: a minute in all, for the provider's notification is on its way. News of an order is a
 * reason to ask at once, also later.
 */
const pauses = [
  300, 500, 700, 1000, 1500, 2000, 3000, 4000, 5000, 6000, 8000, 10_000, 10_000, 10_000,
]

/**
 * Asks for the shopper's own order of a payment session until it is settled. Its lines leave the cart when it is paid
 * or its payment is on its way.
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
    const { rest, end } = waitForUpdate(orderListeners)
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
 * `rest` ends when there is news, or when so many ms are over; `end` is for who leaves. News that comes between two
 * rests, while an older answer is on its way, ends the next one at once.
 */
export function waitForUpdate(news: Listeners): { rest: Rest; end: () => void } {
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
    const order = await loadOrderOfSession(sessionId)
    if (order === null) return { state: 'unknown' }
    if (order.isSoldOut) return { state: 'sold-out' }
    if (isSettled(order.state)) return { state: 'paid', order }
    if (order.state !== 'pending') return { state: 'unpaid' }
    if (order.isSettling) latest = { state: 'settling', order }
    const pause = pauses[round] ?? null
    if (order.isSettling || pause === null) show(latest)
    await rest(pause)
  }
  return latest
}
