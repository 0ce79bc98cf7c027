import { CountBadge } from '../../ui/count-badge.tsx'
import { useCart } from './cart-store.ts'

export function CartCount() {
  const { count } = useCart()
  return <CountBadge count={count} noun="item" />
}
