import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { cancellationDays } from '../../../domain/cancellation.ts'
import type { Cart, CartItem } from '../../../domain/cart.ts'
import { type DeliveryMethod, deliverySentence } from '../../../domain/delivery.ts'
import { type Discount, calculateDiscount } from '../../../domain/discount.ts'
import { intervalText } from '../../../domain/interval-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { useDiscount } from '../../features/cart/discount.ts'
import type { CartState } from '../../features/cart/cart-store.ts'
import { createLazyPrompt } from '../../features/browser/lazy-prompt.tsx'
import { Barcode, Receipt, ReceiptHead, type ReceiptRow } from '../../features/orders/receipt.tsx'
import { paths } from '../../core/paths.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import styles from './cart.module.css'
import { DiscountField } from './discount-field.tsx'
import type { CheckoutControl } from './use-checkout.ts'

const GiftNote = createLazyPrompt(async () => (await import('./gift-note.tsx')).GiftNote)

interface OrderSummaryProps {
  cart: CartState
  delivery: DeliveryMethod | null
  /** A sentence on when an order placed today is sent, or null unless it is delayed. */
  holiday: string | null
  checkout: CheckoutControl
}

export function OrderSummary({ cart, delivery, holiday, checkout }: OrderSummaryProps) {
  const rows = summaryRows(cart, delivery, useDiscount())
  useAnnouncement(`Total: ${rows.at(-1)?.amount}`)
  return (
    <Receipt
      label="Order summary"
      head={
        <ReceiptHead name={business.tradingName}>
          Served by: somebody lovely
          <br />
          Till 3 · thank y’all
        </ReceiptHead>
      }
      rows={rows}
    >
      {holiday !== null && <p className={styles.holiday}>{holiday}</p>}
      <DiscountField isLocked={checkout.isLeaving} />
      <div className={styles.present}>
        <GiftNote />
      </div>
      <div className={styles.proceed}>
        <ProceedButton checkout={checkout} arrow />
      </div>
      <LegalFacts items={cart.items} delivery={delivery} />
      <Barcode />
    </Receipt>
  )
}

function summaryRows(
  cart: CartState,
  delivery: DeliveryMethod | null,
  discount: Discount | null,
): ReceiptRow[] {
  // An empty cart has no delivery price.
  const isEmpty = cart.items.length === 0
  const sums = { goods: cart.subtotal, delivery: isEmpty ? 0 : (delivery?.price ?? 0) }
  const off = calculateDiscount(sums, discount)
  const total = business.vatNumber === null ? 'Total' : 'Total, VAT included'
  return [
    ...cart.items.map(({ product, quantity }) => ({
      key: product.id,
      label: `${quantity} ${product.name}`,
      amount: formatPence((product.price ?? 0) * quantity).slice(1),
    })),
    { key: 'subtotal', label: 'Subtotal', amount: formatPence(cart.subtotal), kind: 'subtotal' },
    ...(off > 0 ? [{ key: 'discount', label: 'Discount', amount: `-${formatPence(off)}` }] : []),
    {
      key: 'delivery',
      label: delivery === null ? 'Delivery' : `${delivery.name} delivery`,
      amount: delivery === null ? 'choose' : formatPence(sums.delivery),
    },
    {
      key: 'total',
      label: total,
      amount: formatPence(sums.goods - off + sums.delivery),
      kind: 'total',
    },
  ]
}

interface ProceedButtonProps extends ComponentProps<typeof Button> {
  checkout: CheckoutControl
}

export function ProceedButton({ checkout, arrow, ...button }: ProceedButtonProps) {
  const { busy, proceed } = checkout
  const pressed = useRestoreFocus(busy)
  return (
    <Button {...button} ref={pressed} busy={busy} arrow={arrow && !busy} onClick={proceed}>
      {busy ? 'Processing...' : 'Proceed to Checkout'}
    </Button>
  )
}

type LegalFactsProps = { items: Cart } & Pick<OrderSummaryProps, 'delivery'>

/** The information that is required before payment (Consumer Contracts Regulations 2013, schedule 2). */
function LegalFacts({ items, delivery }: LegalFactsProps) {
  const boxes = items.filter((item) => item.product.interval !== null)
  return (
    <div className={styles.facts}>
      {boxes.map((box) => (
        <BoxTerms key={box.product.id} item={box} />
      ))}
      <p>
        You pay on the next page, where the button says how much.
        {delivery !== null && ` ${delivery.name} delivery: ${deliverySentence(delivery)}`}
      </p>
      <p>
        You may cancel within {cancellationDays} days of delivery and get your money back for
        anything unopened; opened food can’t come back, unless we got it wrong. Write to{' '}
        <a href={`mailto:${business.email}`}>{business.email}</a> or use the form in our{' '}
        <Link to={paths.termsOfService}>terms</Link>.
      </p>
      <p>
        Sold by {business.legalName}, registered in {business.registeredIn}, No.{' '}
        {business.companyNumber}, {business.registeredOffice}
        {business.vatNumber !== null && `, VAT number ${business.vatNumber}`}.
      </p>
    </div>
  )
}

function BoxTerms({ item }: { item: CartItem }) {
  const { product, quantity } = item
  return (
    <p className="slip">
      <b>{product.name}</b> is a subscription: {formatPence((product.price ?? 0) * quantity)}{' '}
      {intervalText(product.interval)}, later boxes delivered free, until you stop it. Stop whenever
      you like before the next payment: in your account, or by writing to{' '}
      <a href={`mailto:${business.email}`}>{business.email}</a>.
    </p>
  )
}
