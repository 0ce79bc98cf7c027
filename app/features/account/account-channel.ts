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
export function subscribeToAccountChannel(supabase: ShopClient): void {
  let [subscribedId, channel]: [string | null, RealtimeChannel | null] = [null, null]
  const resubscribe = async () => {
    const userId = readSession().user?.id ?? null
    if (userId === subscribedId) return
    subscribedId = userId
    if (channel !== null) await supabase.removeChannel(channel)
    channel = null
    // The request to join carries the access token. Without it, the server treats the client as anonymous and refuses the channel.
    if (userId !== null) await supabase.realtime.setAuth()
    if (userId !== null && subscribedId === userId) channel = joinChannel(supabase, userId)
  }
  const resubscribeOrLog = () => {
    resubscribe().catch((cause: unknown) =>
      logFailure('Account: the realtime channel could not be joined', cause),
    )
  }
  resubscribeOrLog()
  subscribeToSession(resubscribeOrLog)
}

function joinChannel(supabase: ShopClient, userId: string): RealtimeChannel {
  return supabase
    .channel(`account:${userId}`, { config: { private: true } })
    .on('broadcast', { event: 'cart' }, cartListeners.emit)
    .on('broadcast', { event: 'order' }, orderListeners.emit)
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      cartListeners.emit()
      orderListeners.emit()
    })
}
