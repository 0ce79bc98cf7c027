import { Link } from 'react-router'
import { Status } from '../../ui/status.tsx'
import {
  getIncompleteLabelText,
  type ProductRow,
  formatNotifyCount,
} from '../../features/products/queries.ts'
import { PriceCell } from './price-cell.tsx'
import { SoldOutSwitch } from './sold-out-switch.tsx'
import { isLowStock, StockCell } from '../../features/products/stock-cell.tsx'
import { formatAlbumNumber, ProductThumbnail } from '../../features/products/product-thumbnail.tsx'
import productRowStyles from '../../features/products/product-row.module.css'
import layoutStyles from '../../ui/layout.module.css'
import statusStyles from '../../ui/status.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './products.module.css'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

interface ProductLineProps {
  product: ProductRow
  sold: number | undefined
  wanted: number | undefined
}

/** A row of the product list: stock, price and sold-out state are edited in place. */
export function ProductLine({ product, sold, wanted }: ProductLineProps) {
  const { id, name, number, state, stock } = product
  const isGone = state === 'sold-out'
  return (
    <li data-line={id}>
      <span className={styles.product}>
        <span className={`${styles.cell} ${styles.picture}`}>
          <ProductThumbnail product={product} />
        </span>
        <span className={`${styles.words} ${styles.cell}`}>
          <Link className={styles.name} to={`/products/${id}`}>
            <span className={productRowStyles.number}>{formatAlbumNumber(number)}</span> {name}
          </Link>
          <span className={productRowStyles.statuses}>
            <Status
              of={state}
              {...(state === 'coming-soon' &&
                product.onSaleFrom !== null && {
                  words: `Coming soon, from ${day.format(new Date(product.onSaleFrom))}`,
                })}
            />
            {product.price === null && <Status of="price-tba" />}
            {product.isIncomplete && (
              <Status of="label-incomplete" words={getIncompleteLabelText(product.openAnswers)} />
            )}
            {formatNotifyCount(wanted) && (
              <span className={`${statusStyles.status} ${statusStyles.lilac}`}>
                {formatNotifyCount(wanted)}
              </span>
            )}
            {isLowStock(stock) && !isGone && (
              <span className={`${statusStyles.status} ${statusStyles.butter}`}>{stock} left</span>
            )}
          </span>
        </span>
        <span className={styles.cell}>
          <PriceCell product={product} />
        </span>
      </span>
      <span className={styles.actions}>
        <span className={`${styles.cell} ${styles.stock}`}>
          <StockCell product={product} />
        </span>
        <span className={styles.cell}>
          <SoldOutSwitch product={product} />
        </span>
        <span
          className={`${styles.cell} ${styles.sold} ${layoutStyles.laptopOnly} ${textStyles.alignEnd}`}
        >
          <b>{sold ?? 0}</b>
        </span>
      </span>
    </li>
  )
}
