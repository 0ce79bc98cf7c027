import type { RealtimeChannel } from '@supabase/supabase-js'
import type { ShopClient } from '../../../supabase/client.ts'
import { logFailure } from '../browser/browser-log.ts'
import { cartListeners, orderListeners } from './account-events.ts'
import { readSession, subscribeToSession } from './session.ts'

/**
 * Subscribes to the private websocket channel on which the server broadcasts changes of the signed-in user's cart and orders, and
 * changes the subscription with the user. supabase-js reconnects by itself. Broadcasts during a disconnection are lost, so every
 * successful join counts as a change of both.
 */
export function followAccount(supabase: ShopClient): void {
  let [owner, channel]: [string | null, RealtimeChannel | null] = [null, null]
  const follow = async () => {
    const userId = readSession().user?.id ?? null
    if (userId === owner) return
    owner = userId
    if (channel !== null) await supabase.removeChannel(channel)
    channel = null
    // The request to join carries the access token. Without it, the server treats the client as anonymous and refuses the channel.
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
    .on('broadcast', { event: 'cart' }, cartListeners.tell)
    .on('broadcast', { event: 'order' }, orderListeners.tell)
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      cartListeners.tell()
      orderListeners.tell()
    })
}
