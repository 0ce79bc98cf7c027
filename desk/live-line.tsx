import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { formatPence } from '../domain/money.ts'
import { piecesText } from '../domain/waiting.ts'
import { listenForTouch, ring } from './bell.ts'
import { ask, client } from './client.ts'
import { useStaff } from './session.tsx'
import { Icon } from './ui/icon.tsx'

const schema = v.nullable(
  v.object({ number: v.number(), pieces: v.number(), total: v.nullable(v.number()) }),
)

/** Says that an order came in, until it is read. */
export function LiveLine() {
  const { role } = useStaff()
  const [count, setCount] = useState(0)
  const newest = useQuery({
    queryKey: ['newest', count],
    queryFn: async () => v.parse(schema, await ask(client.rpc('desk_newest_order'))),
    enabled: count > 0,
    gcTime: 0,
  })
  useEffect(() => {
    listenForTouch()
    const tell = () => {
      ring()
      setCount((before) => before + 1)
    }
    addEventListener('desk:new-order', tell)
    return () => removeEventListener('desk:new-order', tell)
  }, [])
  const order = newest.data
  return (
    <output className="live-place">
      {count > 0 && order && (
        <span className="live">
          <b className="d">{count === 1 ? 'New order' : `${count} new orders`}</b>
          <span>
            {order.number} · {piecesText(order.pieces)}
            {order.total !== null && ` · ${formatPence(order.total)}`}
          </span>
          <Link
            to={role === 'owner' ? `/orders/${order.number}` : '/pack'}
            onClick={() => setCount(0)}
          >
            See it
          </Link>
          <button
            type="button"
            className="ibtn"
            aria-label="I have read it"
            onClick={() => setCount(0)}
          >
            <Icon name="close" small />
          </button>
        </span>
      )}
    </output>
  )
}
