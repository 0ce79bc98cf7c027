import type { ReactNode } from 'react'
import {
  type Availability,
  getAvailability,
  canBuy,
  hasPrice,
  tellMeLabels,
} from '../../../domain/availability.ts'
import { formatPence } from '../../../domain/money.ts'
import { netQuantityText, unitPriceText } from '../../../domain/quantity.ts'
import { getTagSlug, getShownTags } from '../../../domain/tag-slug.ts'
import { paths } from '../../core/paths.ts'
import { HeatMeter } from '../../ui/heat-meter.tsx'
import { AddToCartButton } from '../cart/add-to-cart-button.tsx'
import { CardPictureArea } from './card-picture-area.tsx'
import type { CardProduct } from './card-product.ts'
import { allergensUnknownText, AllergenLabelText } from './allergen-label-text.tsx'
import styles from './product-card.module.css'

interface ProductCardProps {
  product: CardProduct
  index: number
  eager?: boolean
  full?: boolean
  heading?: 'h2' | 'h3'
}

/**
 * A card of the product list; its parent is a list item. The link of the name covers the whole card, except the tags, the sections
 * and the button, which are above it. Links are plain `<a>` elements that the parent handles with `useViewTransitionLinks`, because a
 * React Router `Link` for each makes the shop render a sixth more slowly.
 */
export function ProductCard({
  product,
  index,
  eager = false,
  full = false,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const state = getAvailability(product)
  return (
    <article className={styles.card}>
      <CardPictureArea product={product} state={state} index={index} eager={eager} />
      <div className={styles.body}>
        <Heading className={styles.name}>
          <a className="title-link cover" href={paths.product(product)}>
            {product.name}
          </a>
        </Heading>
        <p className={styles.tagline}>{product.tagline}</p>
        <HeatMeter heat={product.heat} short />
        <Quantity product={product} state={state} />
        {full && <Tags product={product} />}
        {(state !== 'available' || canBuy(product)) && (
          <div className={styles.buy}>
            {canBuy(product) && <AddToCartButton product={product} size="sm" />}
            {state !== 'available' && (
              <a className="text-link" href={`${paths.product(product)}#tell-me`}>
                {tellMeLabels[state]}
              </a>
            )}
          </div>
        )}
        {full && <Sections product={product} />}
      </div>
    </article>
  )
}

function Quantity({ product, state }: { product: CardProduct; state: Availability }) {
  const parts = [netQuantityText(product), unitPriceText(product)].filter(Boolean)
  const showsPrice = state !== 'available' && hasPrice(product)
  return (
    <p className={styles.quantity}>
      {showsPrice && <b>{formatPence(product.price)}</b>}
      {showsPrice && parts.length > 0 && ' · '}
      {parts.join(' · ')}
    </p>
  )
}

function Tags({ product }: { product: CardProduct }) {
  const tags = getShownTags(product.tags)
  if (tags.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={paths.shopFiltered(getTagSlug(tag))}>{tag}</a>
        </li>
      ))}
    </ul>
  )
}

function Sections({ product }: { product: CardProduct }) {
  return (
    <div className={styles.more}>
      <Section title="Description">
        <p>{product.description || product.tagline}</p>
      </Section>
      <Section title="Ingredients &amp; Allergens">
        {product.ingredients !== '' && (
          <p>
            <AllergenLabelText text={product.ingredients} />
          </p>
        )}
        <p>
          <AllergenLabelText text={product.allergens ?? allergensUnknownText} />
        </p>
      </Section>
    </div>
  )
}

/** A section that opens over the content below and does not move it. Only one section of all cards is open at a time. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details name="card">
      <summary
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.parentElement?.removeAttribute('open')
        }}
      >
        {title}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  )
}
