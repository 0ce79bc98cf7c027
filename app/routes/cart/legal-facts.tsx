import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import type { Cart, CartItem } from '../../../domain/cart.ts'
import { formatPence } from '../../../domain/money.ts'
import { intervalText } from '../../../domain/quantity.ts'
import { paths } from '../../paths.ts'
import styles from './legal-facts.module.css'

/** What has to be said before somebody pays (Consumer Contracts Regulations 2013, schedule 2). */
export function LegalFacts({ items }: { items: Cart }) {
  const boxes = items.filter((item) => item.product.interval !== null)
  return (
    <div className={styles.facts}>
      {boxes.map((box) => (
        <BoxTerms key={box.product.id} item={box} />
      ))}
      <p>
        You pay on the next page, where the button says how much. Standard and XL parcels take two
        to four working days, Priority one to two, anywhere in Great Britain.
      </p>
      <p>
        You may cancel within 14 days of delivery and get your money back for anything unopened;
        opened food can’t come back, unless we got it wrong. Write to{' '}
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
    <p className={styles.box}>
      <b>{product.name}</b> is a subscription: {formatPence((product.price ?? 0) * quantity)}{' '}
      {intervalText(product.interval)}, later boxes delivered free, until you stop it. Stop whenever
      you like before the next payment: in your account, or by writing to{' '}
      <a href={`mailto:${business.email}`}>{business.email}</a>.
    </p>
  )
}
