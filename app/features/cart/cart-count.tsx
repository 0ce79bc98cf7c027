import styles from './cart-count.module.css'
import { useCart } from './cart-store.ts'

export function CartCount() {
  const { count } = useCart()
  return <CountBadge count={count} />
}

export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className={styles.count} key={count}>
      {count}
      <span className="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
    </span>
  )
}
