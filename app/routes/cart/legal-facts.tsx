import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { cancellationDays } from '../../../domain/cancellation.ts'
import type { Cart, CartItem } from '../../../domain/cart.ts'
import { type DeliveryOption, deliverySentence } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { intervalText } from '../../../domain/interval-text.ts'
import { paths } from '../../paths.ts'
import styles from './legal-facts.module.css'

interface LegalFactsProps {
  items: Cart
  /** How the cart travels; null until that is chosen. */
  delivery: DeliveryOption | null
}

/** What has to be said before somebody pays (Consumer Contracts Regulations 2013, schedule 2). */
export function LegalFacts({ items, delivery }: LegalFactsProps) {
  const boxes = items.filter((item) => item.product.interval !== null)
  return (
    <div className={styles.facts}>
      {boxes.map((box) => (
        <BoxTerms key={box.product.id} item={box} />
      ))}
      <p>
        You pay on the next page, where the button says how much. We deliver anywhere in Great
        Britain.
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
