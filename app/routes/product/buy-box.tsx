import { useState } from 'react'
import { Link } from 'react-router'
import { getAvailability, canBuy, hasPrice } from '../../../domain/availability.ts'
import { business } from '../../../domain/business.ts'
import type { DeliveryMethod } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import { intervalText } from '../../../domain/interval-text.ts'
import { netQuantityText, unitPriceText } from '../../../domain/quantity.ts'
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx'
import {
  allergensUnknownText,
  AllergenLabelText,
} from '../../features/catalogue/allergen-label-text.tsx'
import { paths } from '../../core/paths.ts'
import { HeatMeter } from '../../ui/heat-meter.tsx'
import { PriceStar } from '../../ui/price-star.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import styles from './buy-box.module.css'
import { StockNoticeForm } from './stock-notice-form.tsx'

interface NameAndPriceProps {
  product: Product
  delivery: DeliveryMethod[]
}

/** Rendered before the pictures, so that on phones both are on the first screen. */
export function NameAndPrice({ product, delivery }: NameAndPriceProps) {
  return (
    <div className={styles.head}>
      <h1 className="h1" id="product-name">
        {product.name}
      </h1>
      <PriceLine product={product} delivery={delivery} />
    </div>
  )
}

interface BuyBoxProps {
  product: Product
  /** The path of the heat guide's entry for this product's level. */
  heatGuide: string
}

export function BuyBox({ product, heatGuide }: BuyBoxProps) {
  const state = getAvailability(product)
  return (
    <>
      <p className="lead">{product.description || product.tagline}</p>
      <a className={styles.heat} href={heatGuide}>
        <HeatMeter heat={product.heat} />
        <span className="visually-hidden">, what that means</span>
      </a>
      {product.interval !== null && <BoxTerms product={product} />}
      {product.sizes.length > 0 && (
        <p className={styles.sizes}>
          <b>Sizes:</b> {product.sizes.join(', ')}. You pick yours as you pay. After two sizes? Make
          it two orders.
        </p>
      )}
      {canBuy(product) && <Purchase product={product} />}
      {state !== 'available' && <StockNoticeForm id={product.id} state={state} />}
      <p className={styles.allergens}>
        <AllergenLabelText text={product.allergens ?? allergensUnknownText} />
      </p>
      <Link className="text-link" to={paths.allergens}>
        Allergens in everything, and your avoid list
      </Link>
    </>
  )
}

function PriceLine({ product, delivery }: NameAndPriceProps) {
  const state = getAvailability(product)
  const price = hasPrice(product) ? formatPence(product.price) : null
  const cheapest = Math.min(...delivery.map((method) => method.price))
  const unit = unitPriceText(product)
  return (
    <div className={styles.price}>
      {state === 'available' && <PriceStar price={price} className={styles.star} />}
      <p>
        {state !== 'available' && price !== null && <b className={styles.moved}>{price}</b>}
        <b>{netQuantityText(product)}</b>
        {unit !== null && <span>{unit}</span>}
        <span>
          {business.vatNumber !== null && price !== null && 'VAT included. '}
          {product.interval === null
            ? Number.isFinite(cheapest) && `Delivery from ${formatPence(cheapest)}`
            : 'You pick the first box’s delivery in the cart. For later ones it’s in the price.'}
        </span>
      </p>
    </div>
  )
}

function BoxTerms({ product }: { product: Product }) {
  return (
    <p className={styles.terms}>
      <b>
        {hasPrice(product) ? formatPence(product.price) : 'Price TBA'}{' '}
        {intervalText(product.interval)}, until you stop it.
      </b>{' '}
      You pay for the first box today, and for the next one {nextOne(product)} later. Stop whenever
      you like, free of charge, before the next payment: in your account, or drop a line to{' '}
      <a href={`mailto:${business.email}`}>{business.email}</a>.
    </p>
  )
}

function nextOne({ interval }: Product): string {
  if (interval === null) return ''
  return `${interval.count} ${interval.unit}${interval.count === 1 ? '' : 's'}`
}

function Purchase({ product }: { product: Product }) {
  const [quantity, setQuantity] = useState(1)
  return (
    <div className={`row ${styles.purchase}`}>
      <Stepper
        label="Quantity"
        value={quantity}
        min={1}
        max={Math.min(99, product.stock ?? 99)}
        onChange={setQuantity}
      />
      <AddToCartButton
        product={product}
        quantity={quantity}
        note={formatPence((product.price ?? 0) * quantity)}
      />
    </div>
  )
}
