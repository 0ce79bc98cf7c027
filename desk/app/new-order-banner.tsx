import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import * as v from 'valibot'
import { formatPence } from '../../domain/money.ts'
import { piecesText } from '../../domain/pieces-text.ts'
import { openAudioAfterPress, playNewOrderSound } from '../lib/new-order-sound.ts'
import { rpcQuery } from '../data/rpc-query.ts'
import { useStaff } from '../features/sign-in/session.tsx'
import { Icon } from '../ui/icon.tsx'
import buttonStyles from '../ui/button.module.css'
import styles from './new-order-banner.module.css'

const schema = v.nullable(
  v.object({ number: v.number(), pieces: v.number(), total: v.nullable(v.number()) }),
)

/**
 * Announces new orders until the user opens or dismisses the banner, including orders that arrived while the realtime channel was
 * down.
 */
export function NewOrderBanner() {
  const { role } = useStaff()
  const { data: newest } = useQuery(rpcQuery(['newest'], 'desk_newest_order', schema))
  // The number of the newest order that the user knows: the newest when the desk was opened, or when the banner was last closed.
  const [known, setKnown] = useState<number | null>()
  const [heard, setHeard] = useState(0)
  const number = newest?.number ?? null
  if (known === undefined && newest !== undefined) setKnown(number)
  const order = known === undefined || number === known ? null : newest
  const latest = order?.number
  useEffect(() => {
    openAudioAfterPress()
    const hear = () => setHeard((before) => before + 1)
    addEventListener('desk:new-order', hear)
    return () => removeEventListener('desk:new-order', hear)
  }, [])
  useEffect(() => {
    if (latest !== undefined) playNewOrderSound()
  }, [latest])
  const read = () => {
    setKnown(number)
    setHeard(0)
  }
  return (
    <output>
      {order && (
        <span className={styles.banner}>
          <b className={styles.count}>{heard > 1 ? `${heard} new orders` : 'New order'}</b>
          <span>
            {order.number} · {piecesText(order.pieces)}
            {order.total !== null && ` · ${formatPence(order.total)}`}
          </span>
          <Link to={role === 'owner' ? `/orders/${order.number}` : '/pack'} onClick={read}>
            See it
          </Link>
          <button
            type="button"
            className={buttonStyles.iconButton}
            aria-label="I have read it"
            onClick={read}
          >
            <Icon name="close" small />
          </button>
        </span>
      )}
    </output>
  )
}
