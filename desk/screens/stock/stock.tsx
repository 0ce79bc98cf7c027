import { ShowMore, useRowLimit } from '../../ui/show-more.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { Status } from '../../ui/status.tsx'
import {
  ProductSearchField,
  ProductStateTabs,
  useProductFilter,
} from '../../features/products/product-filter.tsx'
import { EmptyProductList } from '../../features/products/empty-product-list.tsx'
import { isLowStock } from '../../features/products/stock-cell.tsx'
import { formatAlbumNumber, ProductThumbnail } from '../../features/products/product-thumbnail.tsx'
import { type StockRow, useStock } from './stock-query.ts'
import productRowStyles from '../../features/products/product-row.module.css'
import rowStyles from '../../ui/row.module.css'
import statusStyles from '../../ui/status.module.css'
import textStyles from '../../ui/text.module.css'

const tabs = [
  ['all', 'All'],
  ['low', 'Running low'],
  ['sold-out', 'Sold out'],
] as const

/** The stock of each product for packers: read-only, and without prices. */
export function Screen() {
  const { search, state } = useProductFilter()
  const list = useStock(search, state, useRowLimit())
  return (
    <div>
      <ProductSearchField />
      <ProductStateTabs tabs={tabs} counts={list.data?.counts} />
      <QueryBoundary query={list} things="Stock">
        {({ rows, counts }) =>
          rows.length === 0 ? (
            <EmptyProductList tabs={tabs} counts={counts} />
          ) : (
            <>
              <ul className={rowStyles.rows}>
                {rows.map((product) => (
                  <Row key={product.id} product={product} />
                ))}
              </ul>
              <ShowMore
                isMore={rows.length < (counts[state] ?? 0)}
                most={500}
                others="These are the first 500. Search finds the others."
              />
            </>
          )
        }
      </QueryBoundary>
    </div>
  )
}

function Row({ product }: { product: StockRow }) {
  const { name, number, net, sizes, state, stock } = product
  const size = net ?? sizes.join(', ')
  return (
    <li className={rowStyles.row}>
      <ProductThumbnail product={product} />
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>
          <span className={productRowStyles.number}>{formatAlbumNumber(number)}</span> {name}
        </span>
        {size !== '' && <span className={rowStyles.detail}>{size}</span>}
        <span className={productRowStyles.statuses}>
          <Status of={state} />
        </span>
      </span>
      <Left stock={stock} />
    </li>
  )
}

function Left({ stock }: Pick<StockRow, 'stock'>) {
  if (stock === null)
    return <span className={`${rowStyles.detail} ${textStyles.noWrap}`}>not counted</span>
  if (isLowStock(stock))
    return (
      <span className={`${statusStyles.status} ${statusStyles.butter}`}>
        {stock === 0 ? 'none left' : `${stock} left`}
      </span>
    )
  return (
    <span className={textStyles.noWrap}>
      <b>{stock}</b> left
    </span>
  )
}
