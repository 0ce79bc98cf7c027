import { Link } from 'react-router'
import { formatPence } from '../../../domain/money.ts'
import type { Period } from '../../../domain/money-period.ts'
import { smallPhoto } from '../../../domain/photo-names.ts'
import { Empty, Loaded } from '../../ui/query-state.tsx'
import { pathTo } from './paths.ts'
import { useProductsSold } from './queries.ts'

const few = 6
const many = 1000

/** Pieces and money of each product, the most first: six, or all. */
export function ByProduct({ period, isAll = false }: { period: Period; isAll?: boolean }) {
  const { of, from, until } = period
  const sold = useProductsSold(from, until, isAll ? many : few)
  return (
    <section aria-label="By product">
      <div className="sh">
        <h2 className="h2">By product</h2>
      </div>
      <Loaded query={sold} things="Products">
        {({ rows, count }) =>
          rows.length === 0 ? (
            <None isAll={isAll} />
          ) : (
            <>
              <table className="sold">
                <thead>
                  <tr>
                    <th scope="col">Product</th>
                    <th scope="col" className="r">
                      Pieces
                    </th>
                    <th scope="col" className="r">
                      Taken
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ slug, name, image, tint, pieces, goods }) => (
                    <tr key={slug}>
                      <th scope="row">
                        <span className="th th--s" style={{ '--k': `var(--${tint ?? 'off'})` }}>
                          {image !== null && (
                            <img
                              src={smallPhoto(image)}
                              alt=""
                              width={42}
                              height={50}
                              loading="lazy"
                            />
                          )}
                        </span>
                        <span>{name}</span>
                      </th>
                      <td className="r">{pieces}</td>
                      <td className="r">
                        <b>{formatPence(goods)}</b>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className="fine mt0">At the prices of the shop, before discounts and refunds.</p>
              {count > rows.length && !isAll && of !== 'day' && (
                <Link className="tlink" to={pathTo('products', from, of)}>
                  All {count}
                </Link>
              )}
              {count > rows.length && isAll && (
                <p className="fine">
                  These are the first {rows.length} of {count}.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function None({ isAll }: { isAll: boolean }) {
  if (!isAll) return <p className="sub">Nothing was sold.</p>
  return (
    <Empty mascot="mascot-chilli" title="Nothing was sold" text="No product was paid for then." />
  )
}
