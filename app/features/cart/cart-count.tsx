import { CountBadge } from '../../ui/count-badge.tsx'
import { useCart } from './cart-store.ts'

/** The number of pieces on the bag; nothing while it is 0. */
export function CartCount() {
  const { count } = useCart()
  return <CountBadge count={count} noun="item" />
}
