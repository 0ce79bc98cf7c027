import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from './client.ts'

/** What the database says has changed (`tell_desk`), which is the first part of the queries that show it. */
const news = [
  'orders',
  'enquiries',
  'products',
  'mail',
  'log',
  'dates',
  'words',
  'codes',
  'money',
] as const

/** Keeps what is shown in step with the shop, as long as the desk is open. Gives whether the line is up. */
export function useLive(): boolean {
  const queries = useQueryClient()
  const [isLive, setLive] = useState(true)
  useEffect(() => {
    const channel = client.channel('desk', { config: { private: true } })
    const read = (name: string) =>
      void queries.invalidateQueries({
        predicate: ({ queryKey: [of] }) =>
          of === name || of === 'today' || (of === 'money' && name === 'orders'),
      })
    for (const name of news) channel.on('broadcast', { event: name }, () => read(name))
    channel.on('broadcast', { event: 'new_order' }, () => {
      read('orders')
      dispatchEvent(new Event('desk:new-order'))
    })
    channel.subscribe((status) => {
      setLive(status === 'SUBSCRIBED')
      // What came while the line was down was not heard.
      if (status === 'SUBSCRIBED') void queries.invalidateQueries()
    })
    return () => void client.removeChannel(channel)
  }, [queries])
  return isLive
}
