import { useRef } from 'react'
import { business, phoneText } from '../../../domain/business.ts'
import { privateHead } from '../../content/meta.ts'
import { shopContext } from '../../context.ts'
import { clearCart, useCart } from '../../features/cart/cart-store.ts'
import { listDeliveryOptions } from '../../features/catalogue/queries.server.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { mailLink } from '../../ui/mail-link.ts'
import { fromDatabase } from '../head.server.ts'
import type { Route } from './+types/cart.ts'
import { CartDesk } from './cart-desk.tsx'
import styles from './cart.module.css'

/** The same for every visitor; the cart itself is known to the browser alone. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const words = `What you are about to buy from ${business.tradingName}, with delivery and the total.`
  return {
    head: privateHead('Your cart', words, shop.siteUrl),
    delivery: await fromDatabase(shop, () => shop.readRows('delivery', listDeliveryOptions)),
  }
}

export { meta } from '../head.ts'

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { count } = useCart()
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="wrap screenful">
      <div className={styles.head}>
        <h1 className="h1" ref={heading} tabIndex={-1}>
          Your cart
        </h1>
        {count > 0 && (
          <button
            className="plain-link"
            type="button"
            onClick={() => {
              clearCart()
              heading.current?.focus()
            }}
          >
            Clear Cart
          </button>
        )}
      </div>
      {hydrated ? (
        <CartDesk options={loaderData.delivery} onLineGone={() => heading.current?.focus()} />
      ) : (
        <CartLoading />
      )}
    </div>
  )
}

/** What stands there until the page comes alive, and for good without JavaScript. */
function CartLoading() {
  return (
    <div className={styles.loading}>
      <p className={styles.wait}>Loading your cart...</p>
      <noscript>
        <p className="slip">
          The cart needs JavaScript: what you have chosen is kept in your browser until you pay.
          Please switch it on for this site. You can read about everything we sell without it, and
          to order it, ring <a href={`tel:${business.phone}`}>{phoneText}</a> or{' '}
          <a href={mailLink(business.email, 'An order')}>e-mail us</a>.
        </p>
      </noscript>
    </div>
  )
}
