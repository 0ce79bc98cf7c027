import type { SubmitEvent } from 'react'
import { data, useNavigate } from 'react-router'
import { getPageCount, parsePage } from '../../../domain/paging.ts'
import { normaliseTerm } from '../../../domain/search.ts'
import { createPrivateMeta } from '../../content/meta.ts'
import { shopContext } from '../../core/context.ts'
import { NothingFound } from '../../features/search/nothing-found.tsx'
import { ResultList } from '../../features/search/result-list.tsx'
import { searchShop } from './search.server.ts'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import type { Route } from './+types/search.ts'
import styles from './search.module.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const term = normaliseTerm(query.get('q'))
  const found = await searchShop(
    context.get(shopContext).readRows,
    term,
    parsePage(query.get('page')),
  )
  const headers = { 'Cache-Control': 'private, no-store' }
  return data({ term, ...found }, { headers, status: found.failed ? 503 : 200 })
}

export { headers } from '../head.ts'

export const meta = createPrivateMeta(
  'Search',
  'Search our sauces, seasonings, merchandise, boxes and pages.',
)

export default function Search({ loaderData }: Route.ComponentProps) {
  const { term, failed, count, page, products, pages } = loaderData
  const all = count + pages.length
  return (
    <div className={`wrap ${styles.search}`}>
      <h1 className="h1">Search</h1>
      <search>
        <SearchForm term={term} />
      </search>
      <output className={styles.words}>{words(term, all, failed)}</output>
      <div>
        <ResultList title="Products" results={products} />
        <PageLinks
          page={page}
          pages={getPageCount(count)}
          to={(other) => paths.search(term, other)}
        />
        <ResultList title="Pages" results={pages} />
        {term !== '' && !failed && all === 0 && <NothingFound />}
      </div>
    </div>
  )
}

function SearchForm({ term }: { term: string }) {
  const navigate = useNavigate()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('q')
    void navigate(paths.search(normaliseTerm(String(typed))))
  }
  return (
    <form className={styles.form} action={paths.search()} onSubmit={submit}>
      <Field
        key={term}
        label="Search products and pages"
        name="q"
        type="search"
        defaultValue={term}
        maxLength={100}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

function words(term: string, count: number, failed: boolean): string {
  if (term === '') return 'Start typing to search products and pages...'
  if (failed) return 'The products could not be searched just now. Please try again.'
  if (count === 0) return 'No results. Try a different search term.'
  return `${count} ${count === 1 ? 'result' : 'results'} for “${term}”`
}
