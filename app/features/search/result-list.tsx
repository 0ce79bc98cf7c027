import { formatPence } from '../../../domain/money.ts'
import { SiteLink } from '../../ui/site-link.tsx'
import { FitMark } from '../avoid/fit-mark.tsx'
import styles from './result-list.module.css'
import type { SearchResult } from './results.ts'

export function ResultList({ title, results }: { title: string; results: SearchResult[] }) {
  if (results.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul>
        {results.map((result) => (
          <li key={result.url}>
            <SiteLink className={styles[result.type]} to={result.url}>
              <Result result={result} />
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Result({ result }: { result: SearchResult }) {
  const { type, title, image, price, url, isMystery } = result
  if (type === 'page') return <b>{title}</b>
  return (
    <>
      <span className={isMystery ? styles.mystery : styles.picture}>
        {image !== null && <img src={image} alt="" width={300} height={360} />}
      </span>
      <b>{title}</b>
      <i>
        {isMystery
          ? 'Coming soon'
          : price === null || price === 0
            ? 'Price TBA'
            : formatPence(price)}
      </i>
      {!isMystery && <FitMark slug={url.slice(url.lastIndexOf('/') + 1)} position="result" />}
    </>
  )
}
