import type { RealtimeChannel } from '@supabase/supabase-js'
import type { ShopClient } from '../../../supabase/client.ts'
import { logFailure } from '../browser/browser-log.ts'
import { cartListeners, orderListeners } from './account-news.ts'
import { readSession, subscribeToSession } from './session.ts'

/**
 * Hears on one websocket what changes of the signed-in shopper's, as long as somebody is signed in. The client connects
 * again by itself. What is said before it is there is not heard, so each time everything counts as changed.
 */
export function followAccount(supabase: ShopClient): void {
  let [owner, channel]: [string | null, RealtimeChannel | null] = [null, null]
  const follow = async () => {
    const userId = readSession().user?.id ?? null
    if (userId === owner) return
    owner = userId
    if (channel !== null) await supabase.removeChannel(channel)
    channel = null
    // Sent with the join; the client would be a stranger otherwise.
    if (userId !== null) await supabase.realtime.setAuth()
    if (userId !== null && owner === userId) channel = listen(supabase, userId)
  }
  const followSafely = () => {
    follow().catch((cause: unknown) => logFailure('Account: its news cannot be heard', cause))
  }
  followSafely()
  subscribeToSession(followSafely)
}

function listen(supabase: ShopClient, userId: string): RealtimeChannel {
  return supabase
    .channel(`account:${userId}`, { config: { private: true } })
    .on('broadcast', { event: 'cart' }, cartListeners.notify)
    .on('broadcast', { event: 'order' }, orderListeners.notify)
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      cartListeners.notify()
      orderListeners.notify()
    })
}
