import { Link } from 'react-router'
import { formatPence } from '../../../domain/money.ts'
import type { Period } from '../../../domain/money-period.ts'
import { getSmallPhotoUrl } from '../../../domain/photo-names.ts'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { getMoneyPath } from './paths.ts'
import { useProductsSold } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import thumbStyles from '../../ui/thumb.module.css'
import styles from './by-product.module.css'

const few = 6
const many = 1000

/** Table of the pieces sold and the money taken for each product, the most first: six products, or all with `isAll`. */
export function SalesByProduct({ period, isAll = false }: { period: Period; isAll?: boolean }) {
  const { unit, from, until } = period
  const sold = useProductsSold(from, until, isAll ? many : few)
  return (
    <section aria-label="By product">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>By product</h2>
      </div>
      <QueryBoundary query={sold} things="Products">
        {({ rows, count }) =>
          rows.length === 0 ? (
            <None isAll={isAll} />
          ) : (
            <>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Product</th>
                    <th scope="col" className={textStyles.alignEnd}>
                      Pieces
                    </th>
                    <th scope="col" className={textStyles.alignEnd}>
                      Taken
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ slug, name, image, tint, pieces, goods }) => (
                    <tr key={slug}>
                      <th scope="row">
                        <span
                          className={`${thumbStyles.thumb} ${thumbStyles.small}`}
                          style={{ '--k': `var(--${tint ?? 'off'})` }}
                        >
                          {image !== null && (
                            <img
                              src={getSmallPhotoUrl(image)}
                              alt=""
                              width={42}
                              height={50}
                              loading="lazy"
                            />
                          )}
                        </span>
                        <span>{name}</span>
                      </th>
                      <td className={textStyles.alignEnd}>{pieces}</td>
                      <td className={textStyles.alignEnd}>
                        <b>{formatPence(goods)}</b>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className={`${textStyles.fine} ${layoutStyles.spaceAboveSmall}`}>
                At the prices of the shop, before discounts and refunds.
              </p>
              {count > rows.length && !isAll && unit !== 'day' && (
                <Link className={buttonStyles.textButton} to={getMoneyPath('products', from, unit)}>
                  All {count}
                </Link>
              )}
              {count > rows.length && isAll && (
                <p className={textStyles.fine}>
                  These are the first {rows.length} of {count}.
                </p>
              )}
            </>
          )
        }
      </QueryBoundary>
    </section>
  )
}

function None({ isAll }: { isAll: boolean }) {
  if (!isAll) return <p className={textStyles.detail}>Nothing was sold.</p>
  return (
    <EmptyState
      mascot="mascot-chilli"
      title="Nothing was sold"
      text="No product was paid for then."
    />
  )
}
