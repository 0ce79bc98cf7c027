import { useRef } from 'react'
import { data } from 'react-router'
import { business } from '../../../domain/business.ts'
import { pageMeta } from '../../content/meta.ts'
import { shopContext } from '../../context.ts'
import { clearCart } from '../../features/cart/cart-actions.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { listDeliveryOptions, noteUnavailable } from '../../features/catalogue/queries.server.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import type { Route } from './+types/cart.ts'
import { CartDesk } from './cart-desk.tsx'
import { CartLoading } from './cart-loading.tsx'
import styles from './cart.module.css'

/**
 * The same for every visitor; the cart itself is known to the browser alone.
 * @throws 503 when the database cannot be asked: what delivery costs is never made up
 */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const title = `Your cart | ${business.tradingName}`
  const description = `What you are about to buy from ${business.tradingName}, with delivery and the total.`
  const head = pageMeta({ title, description, noindex: true }, shop.siteUrl)
  try {
    return { head, delivery: await shop.readRows('delivery', listDeliveryOptions) }
  } catch (error) {
    throw data(noteUnavailable(error, shop).message, { status: 503 })
  }
}

export { meta } from '../head.ts'

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { count } = useCart()
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1 className="h1" ref={heading} tabIndex={-1}>
          Your cart
        </h1>
        {count > 0 && (
          <button
            className={styles.clear}
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
