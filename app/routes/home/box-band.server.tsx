import { renderToStaticMarkup } from 'react-dom/server'
import { canBuy } from '../../../domain/availability.ts'
import { formatPence } from '../../../domain/money.ts'
import { boxPairs } from '../../content/boxes.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { paths } from '../../core/paths.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { Sticker } from '../../ui/mascot.tsx'
import styles from './home.module.css'

/** Renders the subscription boxes that can be bought, each with its lowest price, as HTML. Returns '' when there are none. */
export function renderBoxBand(products: readonly CardProduct[]): string {
  const offers = boxPairs.flatMap(({ id, name, text, boxes }) => {
    const own = products.filter((row) => boxes.some(({ slug }) => slug === row.slug) && canBuy(row))
    const [first] = own
    const prices = own.flatMap(({ price }) => price ?? [])
    if (first === undefined) return []
    return [{ id, name, text, slug: first.slug, price: formatPence(Math.min(...prices)) }]
  })
  if (offers.length === 0) return ''
  return renderToStaticMarkup(
    <section className="section tint-lilac" aria-labelledby="boxes">
      <div className="wrap columns tail">
        <div>
          <h2 className="h2" id="boxes">
            {offers.length > 1 ? 'Bear or Twink?' : 'A box by post'}
          </h2>
          <p className="lead">
            Our sauces and good things from other LGBTQIA+-owned makers, by post, monthly or
            quarterly. Stop whenever you like.
          </p>
          <a className={getButtonClass({ variant: 'secondary' })} href={paths.subscriptions}>
            Meet the boxes
          </a>
        </div>
        <ul className={styles.boxes}>
          {offers.map(({ id, name, text, slug, price }) => (
            <li key={id}>
              <a
                className={styles.box}
                style={{ '--field': `var(--${id})` }}
                href={paths.subscriptions}
              >
                <Sticker slug={slug} loading="lazy" decoding="async" />
                <b>{name}</b>
                <span>{text}</span>
                <strong>{price} a box</strong>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>,
  )
}
