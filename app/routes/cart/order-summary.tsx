import { business } from '../../../domain/business.ts'
import type { DeliveryOption } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { type Discount, discountOn, useDiscount } from '../../features/cart/discount.ts'
import type { CartState } from '../../features/cart/cart-store.ts'
import { Barcode, Receipt, ReceiptHead } from '../../features/orders/receipt.tsx'
import type { ReceiptRow } from '../../features/orders/receipt.tsx'
import styles from './cart.module.css'
import { DiscountField } from './discount-field.tsx'
import { LegalFacts } from './legal-facts.tsx'
import { ProceedButton } from './proceed-button.tsx'
import type { CheckoutControl } from './use-checkout.ts'

interface OrderSummaryProps {
  cart: CartState
  delivery: DeliveryOption | null
  checkout: CheckoutControl
}

/** The till receipt: lines, subtotal, delivery, total, and the way to pay with what the law wants said before it. */
export function OrderSummary({ cart, delivery, checkout }: OrderSummaryProps) {
  const discount = useDiscount()
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
      rows={summaryRows(cart, delivery, discount)}
    >
      <DiscountField />
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
  delivery: DeliveryOption | null,
  discount: Discount | null,
): ReceiptRow[] {
  const off = discountOn(cart.subtotal, discount)
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
      amount: delivery === null ? 'choose' : formatPence(delivery.price),
    },
    {
      key: 'total',
      label: total,
      amount: formatPence(cart.subtotal - off + (delivery?.price ?? 0)),
      kind: 'total',
    },
  ]
}
