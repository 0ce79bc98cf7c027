import { useNavigate } from 'react-router'
import { fuzzySearch, indexFuzzyItem } from '../../../domain/fuzzy-match.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore, useRowLimit } from '../../ui/show-more.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar } from '../../features/navigation/task.tsx'
import {
  ProductSearchField,
  ProductStateTabs,
  useProductFilter,
} from '../../features/products/product-filter.tsx'
import {
  useProductList,
  useProductSales,
  useNotifyCounts,
} from '../../features/products/queries.ts'
import { NoProductMatches, EmptyProductList } from '../../features/products/empty-product-list.tsx'
import { ProductLine } from './product-line.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './products.module.css'

const tabs = [
  ['all', 'All'],
  ['live', 'Live'],
  ['sold-out', 'Sold out'],
  ['coming-soon', 'Coming soon'],
  ['hidden', 'Hidden'],
  ['low', 'Running low'],
  ['label-incomplete', 'Label incomplete'],
] as const

export function Screen() {
  const { search, state } = useProductFilter()
  const list = useProductList(search, state, useRowLimit())
  const sold = useProductSales()
  const wanted = useNotifyCounts()
  const navigate = useNavigate()
  const startNew = () => void navigate(`/products/${crypto.randomUUID()}?new`)
  useShortcuts({ ...lineKeys, n: startNew })
  return (
    <div>
      <div className={styles.find}>
        <ProductSearchField />
        <span className={layoutStyles.laptopOnly}>
          <Button look="quiet" onClick={startNew}>
            <Icon name="plus" small /> New product
          </Button>
        </span>
      </div>
      <ProductStateTabs tabs={tabs} counts={list.data?.counts} />
      <QueryBoundary query={list} things="Products">
        {({ rows, counts }) =>
          rows.length === 0 ? (
            <EmptyProductList tabs={tabs} counts={counts} none={<NoSuchProduct />} />
          ) : (
            <>
              <ul className={`${rowStyles.rows} ${styles.list}`}>
                <li className={`${layoutStyles.laptopOnly} ${styles.head}`} aria-hidden="true">
                  {['', 'Product', 'Price', 'In stock', 'Sold out'].map((head) => (
                    <span key={head} className={styles.cell}>
                      {head}
                    </span>
                  ))}
                  <span className={`${styles.cell} ${textStyles.alignEnd}`}>Sold, 30 days</span>
                </li>
                {rows.map((product) => (
                  <ProductLine
                    key={product.id}
                    product={product}
                    sold={sold.data?.[product.id]}
                    wanted={wanted.data?.[product.id]}
                  />
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
      <ActionBar isOver>
        <button
          type="button"
          className={`${buttonStyles.button} ${layoutStyles.phoneOnly}`}
          onClick={startNew}
        >
          <Icon name="plus" small /> New product
        </button>
        <small className={`${layoutStyles.laptopOnly} ${styles.shortcuts}`}>
          Tap a price to change it. <kbd className={textStyles.key}>J</kbd>{' '}
          <kbd className={textStyles.key}>K</kbd> move · <kbd className={textStyles.key}>+</kbd>{' '}
          <kbd className={textStyles.key}>−</kbd> stock · <kbd className={textStyles.key}>S</kbd>{' '}
          sold out · <kbd className={textStyles.key}>£</kbd> price ·{' '}
          <kbd className={textStyles.key}>N</kbd> new
        </small>
      </ActionBar>
    </div>
  )
}

/** Suggests a product with a similar name. */
function NoSuchProduct() {
  const all = useProductList('', 'all', 500).data?.rows ?? []
  const names = all.map(({ name }) =>
    indexFuzzyItem(name, { title: name, description: '', tags: [] }),
  )
  return <NoProductMatches meant={fuzzySearch(useProductFilter().search, names)[0]?.item} />
}

/** Keyboard shortcuts for the focused row of the list. */
const lineKeys = {
  j: () => step(1),
  k: () => step(-1),
  '+': () => press('+'),
  '=': () => press('+'),
  '-': () => press('-'),
  s: () => press('s'),
  '£': () => press('£'),
}

function step(by: number): void {
  const lines = [...document.querySelectorAll<HTMLElement>('[data-line]')]
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  const next = lines[at === -1 ? 0 : at + by]
  next?.querySelector<HTMLElement>('a')?.focus()
}

function press(key: string): void {
  const line = document.activeElement?.closest('[data-line]')
  line?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
}
