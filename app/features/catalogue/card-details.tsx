import { Link } from 'react-router'
import { tagsToShow } from '../../../domain/diet.ts'
import { tagFilter } from '../../../domain/tag-filter.ts'
import { paths } from '../../paths.ts'
import type { CardProduct } from './card-product.ts'
import styles from './card-details.module.css'
import { allergensUnknown, LabelText } from './label-text.tsx'

/** What the shop's cards add to a sticker: tags that filter, and two sections that open in place. */
export function CardDetails({ product }: { product: CardProduct }) {
  const tags = tagsToShow(product.tags)
  return (
    <>
      {tags.length > 0 && (
        <ul className={styles.chips} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link to={paths.shopFiltered(tagFilter(tag))}>{tag}</Link>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.more}>
        <details>
          <summary>Description</summary>
          <p>{product.description || product.tagline}</p>
        </details>
        <details>
          <summary>Ingredients &amp; Allergens</summary>
          {product.ingredients !== '' && (
            <p>
              <LabelText text={product.ingredients} />
            </p>
          )}
          <p>
            <LabelText text={product.allergens ?? allergensUnknown} />
          </p>
        </details>
      </div>
    </>
  )
}
