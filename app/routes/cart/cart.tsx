import { useRef } from 'react'
import { business } from '../../../domain/business.ts'
import { pageMeta } from '../../content/meta.ts'
import { shopContext } from '../../context.ts'
import { listDeliveryOptions } from '../../features/cart/delivery-options.server.ts'
import { clearCart, useCart } from '../../features/cart/cart-store.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import type { Route } from './+types/cart.ts'
import { CartDesk } from './cart-desk.tsx'
import { CartLoading } from './cart-loading.tsx'
import styles from './cart.module.css'

/** The same for every visitor; the cart itself is known to the browser alone. */
export async function loader({ context }: Route.LoaderArgs) {
  const { supabase, siteUrl } = context.get(shopContext)
  const delivery = await listDeliveryOptions(supabase)
  if (delivery === null) throw new Response(null, { status: 503 })
  const title = `Your cart | ${business.tradingName}`
  const description = `What you are about to buy from ${business.tradingName}, with delivery and the total.`
  return { delivery, head: pageMeta({ title, description, noindex: true }, siteUrl) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

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
