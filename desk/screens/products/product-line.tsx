import { Link } from 'react-router'
import { Status } from '../../ui/status.tsx'
import { incompleteText, type ProductRow, wantedText } from '../../features/products/queries.ts'
import { PriceCell } from './price-cell.tsx'
import { SoldOutSwitch } from './sold-out-switch.tsx'
import { isLow, StockCell } from '../../features/products/stock-cell.tsx'
import { numberText, Tile } from '../../features/products/tile.tsx'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

interface ProductLineProps {
  product: ProductRow
  sold: number | undefined
  wanted: number | undefined
}

/** One product of the list: stock, price and sold-out state are edited in place. */
export function ProductLine({ product, sold, wanted }: ProductLineProps) {
  const { id, name, number, state, stock } = product
  const isGone = state === 'sold-out'
  return (
    <li data-line={id}>
      <span className="a">
        <span className="cell">
          <Tile product={product} />
        </span>
        <span className="g cell">
          <Link className="nm" to={`/products/${id}`}>
            <span className="no">{numberText(number)}</span> {name}
          </Link>
          <span className="sts">
            <Status
              of={state}
              {...(state === 'coming-soon' &&
                product.onSaleFrom !== null && {
                  words: `Coming soon, from ${day.format(new Date(product.onSaleFrom))}`,
                })}
            />
            {product.price === null && <Status of="price-tba" />}
            {product.isIncomplete && (
              <Status of="label-incomplete" words={incompleteText(product.openAnswers)} />
            )}
            {wantedText(wanted) && <span className="st st--lilac">{wantedText(wanted)}</span>}
            {isLow(stock) && !isGone && <span className="st st--butter">{stock} left</span>}
          </span>
        </span>
        <span className="cell">
          <PriceCell product={product} />
        </span>
      </span>
      <span className="b">
        <span className="cell">
          <StockCell product={product} />
        </span>
        <span className="cell">
          <SoldOutSwitch product={product} />
        </span>
        <span className="cell only-l r">
          <b>{sold ?? 0}</b>
        </span>
      </span>
    </li>
  )
}
