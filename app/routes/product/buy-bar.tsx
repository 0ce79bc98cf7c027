import { canBuy } from '../../../domain/availability.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import { netText } from '../../../domain/quantity.ts'
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx'
import styles from './buy-bar.module.css'

/** On phones the product can be bought from anywhere on its page. */
export function BuyBar({ product }: { product: Product }) {
  if (!canBuy(product)) return null
  return (
    <section className={styles.bar} aria-label="Quick buy">
      <p>
        <b>{product.name}</b>
        <span>{[formatPence(product.price), netText(product)].filter(Boolean).join(' · ')}</span>
      </p>
      <AddToCartButton product={product} size="sm" />
    </section>
  )
}
