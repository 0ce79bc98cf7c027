import { useEffect, useRef, useState } from 'react'
import { business, businessPhoneText } from '../../../domain/business.ts'
import { type DeliveryMethod, getCartDeliveryMethod } from '../../../domain/delivery.ts'
import { getPayableLines } from '../../../domain/cart-line-status.ts'
import { createPrivateHead } from '../../content/meta.ts'
import { shopContext } from '../../core/context.ts'
import { ConfirmationBanner } from '../../features/account/confirmation-banner.tsx'
import { clearCart } from '../../features/cart/cart-actions.ts'
import { createCartState, useCart } from '../../features/cart/cart-store.ts'
import { PairingStrip } from '../../features/cart/pairing-strip.tsx'
import { usePairings } from '../../features/cart/pairings.ts'
import { listDeliveryMethods } from '../../features/catalogue/queries.server.ts'
import { paths } from '../../core/paths.ts'
import { announce } from '../../ui/announcer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { mailLink } from '../../ui/mail-link.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { focusHeading } from '../../ui/route-focus.ts'
import { getHolidayNotice } from '../../features/words/words.server.ts'
import { readOrThrow503 } from '../head.server.ts'
import type { Route } from './+types/cart.ts'
import { CartLine } from './cart-line.tsx'
import styles from './cart.module.css'
import { DeliveryCards } from './delivery-cards.tsx'
import { OrderSummary, ProceedButton } from './order-summary.tsx'
import { type CheckoutControl, useCheckout, useRemovePaidLines } from './use-checkout.ts'
import { useCurrentProducts } from './use-current-products.ts'
import { useLinkedCode } from './use-linked-code.ts'

/** Returns the same data for every visitor, because only the browser has the cart. */
export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const words = `What you are about to buy from ${business.tradingName}, with delivery and the total.`
  return {
    head: createPrivateHead('Your cart', words, shop.siteUrl),
    delivery: await readOrThrow503(shop, () => shop.readRows('delivery', listDeliveryMethods)),
    holiday: await getHolidayNotice(shop),
  }
}

export { meta } from '../head.ts'

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { count } = useCart()
  const hydrated = useHydrated()
  const heading = useRef<HTMLHeadingElement>(null)
  useLinkedCode()
  return (
    <>
      <ConfirmationBanner />
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
                announce('Cart cleared.')
                heading.current?.focus()
              }}
            >
              Clear Cart
            </button>
          )}
        </div>
        {hydrated ? (
          <CartDesk
            methods={loaderData.delivery}
            holiday={loaderData.holiday}
            onLineGone={() => heading.current?.focus()}
          />
        ) : (
          <CartLoading />
        )}
      </div>
    </>
  )
}

function CartLoading() {
  return (
    <div className={styles.loading}>
      <p className={styles.wait}>Loading your cart...</p>
      <noscript>
        <p className="slip">
          The cart needs JavaScript: what you have chosen is kept in your browser until you pay.
          Please switch it on for this site. You can read about everything we sell without it, and
          to order it, ring <a href={`tel:${business.phone}`}>{businessPhoneText}</a> or{' '}
          <a href={mailLink(business.email, 'An order')}>e-mail us</a>.
        </p>
      </noscript>
    </div>
  )
}

interface CartDeskProps {
  methods: DeliveryMethod[]
  /** A sentence on when an order placed today is sent, or null unless it is delayed. */
  holiday: string | null
  onLineGone: () => void
}

function CartDesk({ methods, holiday, onLineGone }: CartDeskProps) {
  const cart = useCart()
  useRemovePaidLines()
  const { states, priceNotes, ...products } = useCurrentProducts(cart.items)
  const payable = createCartState(getPayableLines(cart.items, states), cart.deliveryMethodId)
  const { method: delivery, isForced } = getCartDeliveryMethod(
    methods,
    payable.count,
    payable.deliveryMethodId,
  )
  const checkout = useCheckout({ items: cart.items, delivery, states, ...products })
  if (cart.items.length === 0) return <EmptyCart checkout={checkout} />
  return (
    <div className={styles.desk}>
      <div>
        <ul className={styles.lines} aria-label="What is in your cart">
          {cart.items.map((item) => (
            <CartLine
              key={item.product.id}
              item={item}
              state={states.get(item.product.id)}
              priceNote={priceNotes.get(item.product.id)}
              onGone={onLineGone}
            />
          ))}
        </ul>
        <div id="delivery" ref={focusIfMeant} tabIndex={-1}>
          <DeliveryCards
            methods={methods}
            method={delivery}
            isForced={isForced}
            cart={payable}
            missing={checkout.deliveryMissing}
          />
        </div>
      </div>
      <div className={styles.side}>
        <OrderSummary cart={payable} delivery={delivery} holiday={holiday} checkout={checkout} />
        {checkout.question}
      </div>
      <Pairings slug={cart.items.at(-1)?.product.slug} title="Sits nicely next to" />
    </div>
  )
}

/** Focuses the section that the URL's fragment names: the basket sheet links to `#delivery`. */
function focusIfMeant(part: HTMLElement | null): void {
  if (part === null || window.location.hash !== `#${part.id}`) return
  part.scrollIntoView()
  part.focus({ preventScroll: true })
}

/** Shows pairings with the last product of the cart when the page opened, or best sellers. */
function Pairings({ slug, title }: { slug?: string | undefined; title: string }) {
  const [first] = useState(slug)
  return (
    <div className={styles.pairings}>
      <PairingStrip title={title} pairings={usePairings(first)} max={4} />
    </div>
  )
}

/** Focuses the heading when the focus was lost with the removed button that filled the empty cart. */
function focusIfLost(): void {
  if (document.activeElement === document.body) focusHeading()
}

/** The checkout button stays and tells what is missing. */
function EmptyCart({ checkout }: { checkout: CheckoutControl }) {
  useEffect(() => focusIfLost, [])
  return (
    <>
      <div className="tray tint-lilac">
        <span className={styles.slot}>
          <Mascot name="garlic" />
        </span>
        <div>
          <h2 className="h2">Your cart is empty</h2>
          <p className="lead">An empty page in the album. Stick something in it.</p>
          <div className="row">
            <ButtonLink to={paths.shop} arrow>
              Back to Shop
            </ButtonLink>
            <ProceedButton checkout={checkout} variant="secondary" />
          </div>
        </div>
      </div>
      <Pairings title="Four to start with" />
    </>
  )
}
