import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { CartProduct } from '../../../domain/cart.ts'
import { formatPence } from '../../../domain/money.ts'
import { netQuantityText } from '../../../domain/quantity.ts'
import { paths } from '../../core/paths.ts'
import { FitMark } from '../avoid/fit-mark.tsx'
import { AddToCartButton } from './add-to-cart-button.tsx'
import { readCart } from './cart-store.ts'
import type { Pairings } from './pairings.ts'
import styles from './pairing-strip.module.css'

interface PairingStripProps {
  title: string
  /** The products to suggest; null while loading, when the strip reserves their space. */
  pairings: Pairings | null
  max: number
  heading?: 'h2' | 'h3'
}

/**
 * Suggests products with an Add button. Products that were in the cart when the strip was mounted are left out. Those added from
 * the strip stay, so that they can be added again.
 */
export function PairingStrip({ title, pairings, max, heading = 'h2' }: PairingStripProps) {
  const id = useId()
  const [initialIds] = useState(() => new Set(readCart().items.map(({ product }) => product.id)))
  const products = pairings?.products.filter((product) => !initialIds.has(product.id)).slice(0, max)
  if (products?.length === 0) return null
  const Heading = heading
  return (
    <section className={styles.strip} aria-labelledby={id} aria-busy={products === undefined}>
      <Heading id={id}>{title}</Heading>
      <ul>
        {products?.map((product) => <Pairing key={product.id} product={product} />) ??
          Array.from({ length: max }, (_, index) => <li key={index} className={styles.one} />)}
      </ul>
    </section>
  )
}

function Pairing({ product }: { product: CartProduct }) {
  const price = formatPence(product.price)
  return (
    <li className={styles.one}>
      <ProductThumb product={product} />
      <p>
        <Link className="title-link" to={paths.product(product)}>
          {product.name}
        </Link>
        <span>{[netQuantityText(product), price].filter(Boolean).join(' · ')}</span>
        <FitMark slug={product.slug} position="inline" />
      </p>
      <AddToCartButton product={product} size="sm" short />
    </li>
  )
}

export function ProductThumb({ product: { image, tint } }: { product: CartProduct }) {
  return (
    <span className={styles.thumb} style={{ '--tint': `var(--${tint})` }}>
      {image !== null && <img src={image} alt="" width={50} height={60} />}
    </span>
  )
}
