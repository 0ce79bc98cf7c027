import { useEffect, useState } from 'react'
import type { CartProduct } from '../../../domain/cart.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { announceAdded } from './added.ts'
import styles from './add-to-cart-button.module.css'
import { addToCart } from './cart-store.ts'

/** How long the button says that the product was added (specification, section 9), in ms. */
const addedFor = 2000
/** A second press within this many ms is the second half of a double click. */
const doubleClick = 400

interface AddToCartButtonProps {
  product: CartProduct
  quantity?: number
  size?: 'sm'
  note?: string | undefined
}

/** Without JavaScript its place says who takes an order. */
export function AddToCartButton({ product, quantity = 1, size, note }: AddToCartButtonProps) {
  const [added, press] = useAdding(product, quantity)
  return (
    <>
      <Button
        className={styles.button}
        size={size}
        variant={added ? 'dark' : 'primary'}
        onClick={press}
      >
        {added ? '✓ Added!' : 'Add to Cart'}
        <span className="visually-hidden">{` ${product.name}`}</span>
        {!added && note !== undefined && <span>{note}</span>}
      </Button>
      <output className="visually-hidden">
        {added ? `${product.name} was added to your cart` : ''}
      </output>
      <noscript>
        <p className={styles.without}>
          The cart needs JavaScript. To order without it, <a href={paths.cart}>ring or e-mail us</a>
          .
        </p>
      </noscript>
    </>
  )
}

/** Whether it was just added, and what a press does: a double click adds once; a press while it says so adds again. */
export function useAdding(product: CartProduct, quantity: number) {
  const [addedAt, setAddedAt] = useState<number | null>(null)
  useEffect(() => {
    if (addedAt === null) return
    const timer = setTimeout(() => setAddedAt(null), addedFor)
    return () => clearTimeout(timer)
  }, [addedAt])
  const press = ({ timeStamp: now }: { timeStamp: number }) => {
    if (addedAt !== null && now - addedAt < doubleClick) return
    if (addToCart(product, quantity) === 'ignored') return
    setAddedAt(now)
    announceAdded({ product, quantity })
  }
  return [addedAt !== null, press] as const
}
