import { Link, useNavigate, useSearchParams } from 'react-router'
import { useKeys } from '../../keys.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShowMore, useLimit } from '../../ui/show-more.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useTypedOver } from '../../ui/use-typed-over.ts'
import { useProductList, useSold, useWanted } from './list.ts'
import { NothingFound } from './nothing-found.tsx'
import { ProductLine } from './product-line.tsx'
import './products.css'

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
  const [query, setQuery] = useSearchParams()
  const search = query.get('q') ?? ''
  const [typed, setTyped] = useTypedOver(search)
  const state = query.get('state') ?? 'all'
  const list = useProductList(search, state, useLimit())
  const sold = useSold()
  const wanted = useWanted()
  const navigate = useNavigate()
  const startNew = () => void navigate(`/products/${crypto.randomUUID()}?new`)
  useKeys({ ...lineKeys, n: startNew })
  return (
    <div className="products">
      <div className="find-line">
        <p className="srch">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Search products"
            placeholder="Name, tag or number"
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value)
              setQuery(withChanges(query, { q: value }), { replace: true })
            }}
          />
        </p>
        <span className="only-l">
          <Button look="quiet" onClick={startNew}>
            <Icon name="plus" small /> New product
          </Button>
        </span>
      </div>
      <nav className="tabs" aria-label="Show">
        {tabs.map(([name, label]) => (
          <Link
            key={name}
            to={`?${withChanges(query, { state: name === 'all' ? '' : name })}`}
            replace
            aria-current={state === name ? 'page' : undefined}
          >
            {label} <i>{list.data?.counts[name]}</i>
          </Link>
        ))}
      </nav>
      <Loaded query={list} things="Products">
        {({ rows, counts }) =>
          rows.length === 0 ? (
            <NothingFound
              search={search}
              elsewhere={state === 'all' ? 0 : (counts['all'] ?? 0)}
              list={tabs.find(([name]) => name === state)?.[1] ?? ''}
              showAll={() => setQuery(withChanges(query, { state: '' }), { replace: true })}
              searchFor={(q) => setQuery(withChanges(query, { q }), { replace: true })}
            />
          ) : (
            <>
              <ul className="rows pl">
                <li className="only-l hd" aria-hidden="true">
                  {['', 'Product', 'Price', 'In stock', 'Sold out'].map((head) => (
                    <span key={head} className="cell">
                      {head}
                    </span>
                  ))}
                  <span className="cell r">Sold, 30 days</span>
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
      </Loaded>
      <div className="act act--over">
        <button type="button" className="btn only-p" onClick={startNew}>
          <Icon name="plus" small /> New product
        </button>
        <small className="only-l">
          Tap a price to change it. <kbd className="kbd">J</kbd> <kbd className="kbd">K</kbd> move ·{' '}
          <kbd className="kbd">+</kbd> <kbd className="kbd">−</kbd> stock ·{' '}
          <kbd className="kbd">S</kbd> sold out · <kbd className="kbd">£</kbd> price ·{' '}
          <kbd className="kbd">N</kbd> new
        </small>
      </div>
    </div>
  )
}

function withChanges(query: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('show')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** What keys do to the line that has the focus. */
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
  next?.querySelector<HTMLElement>('.nm')?.focus()
}

function press(key: string): void {
  const line = document.activeElement?.closest('[data-line]')
  line?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
}
