import { Link } from 'react-router'
import { business } from '../../../domain/business.ts'
import { cancellationDays } from '../../../domain/cancellation.ts'
import type { DeliveryMethod } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import type { PageProduct } from '../../features/catalogue/queries.server.ts'
import {
  ingredientsText,
  AllergenLabelText,
} from '../../features/catalogue/allergen-label-text.tsx'
import { paths } from '../../core/paths.ts'
import { RecipeChangeWarning } from './recipe-change-warning.tsx'
import styles from './label-sections.module.css'

interface LabelSectionsProps {
  product: Product & Pick<PageProduct, 'recipeChangedAt'>
  delivery: DeliveryMethod[]
  /** The notice of a recent change of the product's recipe, or null. */
  news: string | null
}

export function LabelSections({ product, delivery, news }: LabelSectionsProps) {
  return (
    <div className={styles.sections}>
      {news !== null && <p className={styles.news}>{news}</p>}
      {product.ingredients.length > 0 && (
        <details open>
          <summary>
            Ingredients
            <RecipeChangeWarning key={product.id} product={product} />
          </summary>
          <p>
            <AllergenLabelText text={ingredientsText(product.ingredients)} />
          </p>
        </details>
      )}
      {product.storage !== null && (
        <details>
          <summary>Storage</summary>
          <p>{product.storage}</p>
        </details>
      )}
      <details>
        <summary>Who makes it</summary>
        <p>
          {business.legalName}, {business.registeredOffice}. Write to{' '}
          <a href={`mailto:${business.email}`}>{business.email}</a>.
        </p>
      </details>
      <details>
        <summary>Delivery and returns</summary>
        <Delivery delivery={delivery} />
      </details>
    </div>
  )
}

function Delivery({ delivery }: { delivery: DeliveryMethod[] }) {
  return (
    <>
      <dl className={styles.delivery}>
        {delivery.map(({ id, name, description, price }) => (
          <div key={id}>
            <dt>
              {name} <span>{description}</span>
            </dt>
            <dd>{formatPence(price)}</dd>
          </div>
        ))}
      </dl>
      <p>
        Anywhere in England, Scotland and Wales. Changed your mind? Tell us within{' '}
        {cancellationDays} days of delivery and send it back unopened: you get the price and
        standard delivery back. We can only take opened food back if something’s wrong with it. The
        rest is in our <Link to={paths.termsOfService}>terms of service</Link>.
      </p>
    </>
  )
}
