import { useEffect, useState } from 'react'
import type { CartProduct } from '../../../domain/cart.ts'
import { paths } from '../../core/paths.ts'
import { Button, doublePressMs } from '../../ui/button.tsx'
import { emitAddition } from './cart-additions.ts'
import styles from './add-to-cart-button.module.css'
import { addToCart } from './cart-store.ts'

/** The time in ms for which the button confirms the addition (specification, section 9). */
const confirmationMs = 2000

interface AddToCartButtonProps {
  product: CartProduct
  quantity?: number
  size?: 'sm'
  /** Shows one word only, so that the confirmation does not change the width of the button. */
  short?: boolean
  note?: string | undefined
}

/**
 * Ignores a double click; a later press while "Added!" is shown adds the product again. Without JavaScript it says how to order by
 * phone or email.
 */
export function AddToCartButton(props: AddToCartButtonProps) {
  const { product, quantity = 1, size, short = false, note } = props
  const [addedAt, setAddedAt] = useState<number | null>(null)
  useEffect(() => {
    if (addedAt === null) return
    const timer = setTimeout(() => setAddedAt(null), confirmationMs)
    return () => clearTimeout(timer)
  }, [addedAt])
  const onPress = (now: number) => {
    if (addedAt !== null && now - addedAt < doublePressMs) return
    if (addToCart(product, quantity) === 'ignored') return
    setAddedAt(now)
    emitAddition({ product, quantity })
  }
  const added = addedAt !== null
  const label = added ? '✓ Added!' : 'Add to Cart'
  const visibleLength = short ? label.indexOf(' ') : label.length
  return (
    <>
      <Button
        className={styles.button}
        size={size}
        variant={added ? 'dark' : 'primary'}
        onClick={(event) => onPress(event.timeStamp)}
      >
        {label.slice(0, visibleLength)}
        <span className="visually-hidden">{`${label.slice(visibleLength)} ${product.name}`}</span>
        {!added && note !== undefined && <span>{note}</span>}
      </Button>
      <output className="visually-hidden">
        {/* The key makes screen readers announce the same text again. */}
        {added && <span key={addedAt}>{`${product.name} was added to your cart`}</span>}
      </output>
      {/* React renders the children of `noscript` on the server only. */}
      <noscript>{import.meta.env.SSR && <WithoutScript />}</noscript>
    </>
  )
}

function WithoutScript() {
  return (
    <p className={styles.without}>
      The cart needs JavaScript. To order without it, <a href={paths.cart}>ring or e-mail us</a>.
    </p>
  )
}
