import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isBeingChanged } from './use-desk-mutation.ts'
import { client } from './client.ts'
import { meKey } from './current-staff.ts'

/** The screens of one thing that show its mails and what was done to it. */
const ofOne = ['orders one', 'orders person', 'products one']

/** What the database says has changed (`tell_desk`), and the first part, or the first two, of the queries that show it. */
const touched = {
  orders: ['orders', 'newest', 'picks', 'today', 'codes', 'money'],
  boxes: ['orders', 'today'],
  picks: ['picks'],
  enquiries: ['enquiries', 'today', 'dates', 'orders person'],
  products: ['products', 'today', 'picks', 'orders recipes', 'orders slips'],
  mail: ['mail', 'today', ...ofOne],
  letters: ['mail', ...ofOne],
  // Whatever is done at a desk is noted: also what only waits, such as a mail that goes in half a minute.
  log: ['log', 'mail', ...ofOne],
  team: ['me', 'sessions'],
  dates: ['dates', 'today'],
  words: ['words', 'today', 'dates'],
  codes: ['codes'],
  money: ['money'],
  wanted: ['products wanted'],
} satisfies Record<string, string[]>

/** ms that news are gathered for: fifty parcels that are sent at once are read once. */
const pause = 150

/** Keeps what is shown in step with the shop, as long as the desk is open. Gives since when the line is down; null is up. */
export function useLive(): Date | null {
  const queries = useQueryClient()
  const [lostAt, setLostAt] = useState<Date | null>(null)
  useEffect(() => {
    let heardAt = new Date()
    const hear = () => (heardAt = new Date())
    const reader = readerOf(queries)
    const channel = client.channel('desk', { config: { private: true } })
    for (const [event, keys] of Object.entries(touched))
      channel.on('broadcast', { event }, () => {
        hear()
        reader.read(keys)
      })
    channel.on('broadcast', { event: 'new_order' }, () => {
      hear()
      reader.read(touched.orders)
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
      // What came while the line was down was not heard.
      void queries.invalidateQueries()
    }
    // The six digits have made a token of their own, which the channel has to be joined with.
    void client.realtime.setAuth().then(() => isOver || channel.subscribe(follow))
    return () => {
      isOver = true
      reader.stop()
      void client.removeChannel(channel)
    }
  }, [queries])
  return lostAt
}

function readerOf(queries: QueryClient) {
  const waiting = new Set<unknown>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const keys = new Set(waiting)
    waiting.clear()
    void queries.invalidateQueries({
      predicate: ({ queryKey: [first, second] }) =>
        (keys.has(first) || keys.has(`${String(first)} ${String(second)}`)) &&
        !isBeingChanged(queries, first),
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
