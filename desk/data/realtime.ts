import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasPendingMutation } from './use-desk-mutation.ts'
import { client } from './client.ts'
import { meKey } from './current-staff.ts'

/** Keys of the queries for one order, person or product, which show its emails and log entries, too. */
const ofOne = ['orders one', 'orders person', 'products one']

/**
 * Maps each realtime event that the database sends (`notify_desk`) to the query keys that show the changed data: the first part of
 * a key, or its first two.
 */
const queriesByEvent = {
  orders: ['orders', 'newest', 'picks', 'today', 'codes', 'money'],
  boxes: ['orders', 'today'],
  picks: ['picks'],
  enquiries: ['enquiries', 'today', 'dates', 'orders person'],
  products: ['products', 'today', 'picks', 'orders recipes', 'orders slips'],
  mail: ['mail', 'today', ...ofOne],
  letters: ['mail', ...ofOne],
  // A log entry may also mean a new email that waits to be sent, so both the log and the emails are refetched.
  log: ['log', 'mail', ...ofOne],
  team: ['me', 'sessions'],
  dates: ['dates', 'today'],
  words: ['words', 'today', 'dates'],
  codes: ['codes'],
  money: ['money'],
  wanted: ['products wanted'],
} satisfies Record<string, string[]>

/** Debounce time in ms: fifty parcels that are sent at once cause one refetch. */
const pause = 150

/**
 * Subscribes to the realtime channel and invalidates the queries that its events affect. Returns the time at which the channel went
 * down, or null while it is up.
 */
export function useRealtimeUpdates(): Date | null {
  const queries = useQueryClient()
  const [lostAt, setLostAt] = useState<Date | null>(null)
  useEffect(() => {
    let heardAt = new Date()
    const hear = () => (heardAt = new Date())
    const reader = createInvalidator(queries)
    const channel = client.channel('desk', { config: { private: true } })
    for (const [event, keys] of Object.entries(queriesByEvent))
      channel.on('broadcast', { event }, () => {
        hear()
        reader.read(keys)
      })
    channel.on('broadcast', { event: 'new_order' }, () => {
      hear()
      reader.read(queriesByEvent.orders)
      dispatchEvent(new Event('desk:new-order'))
    })
    client.realtime.onHeartbeat((status) => {
      if (status === 'ok') hear()
    })
    let isOver = false
    const follow = (status: string) => {
      const isUp = status === 'SUBSCRIBED'
      setLostAt(isUp ? null : heardAt)
      // The backend closes the channel of an account whose rights have ended, before any event could say so.
      if (status === 'CLOSED' && !isOver) void queries.invalidateQueries({ queryKey: meKey })
      if (!isUp) return
      hear()
      // Events that occurred while the channel was down are lost, so everything is refetched.
      void queries.invalidateQueries()
    }
    // Verifying the second factor issued a new token, which the channel has to be joined with.
    void client.realtime.setAuth().then(() => isOver || channel.subscribe(follow))
    return () => {
      isOver = true
      reader.stop()
      void client.removeChannel(channel)
    }
  }, [queries])
  return lostAt
}

function createInvalidator(queries: QueryClient) {
  const waiting = new Set<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const keys = new Set(waiting)
    waiting.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        (keys.has(first) || keys.has(`${String(first)} ${String(second)}`)) &&
        !hasPendingMutation(queries, first),
    })
  }
  return {
    read: (keys: readonly string[]) => {
      for (const key of keys) waiting.add(key)
      timer ??= setTimeout(flush, pause)
    },
    stop: () => clearTimeout(timer),
  }
}
