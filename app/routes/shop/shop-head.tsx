import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { filters } from '../../../domain/filters.ts'
import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import { paths } from '../../core/paths.ts'
import { Mascot } from '../../ui/mascot.tsx'
import styles from './shop-head.module.css'

const crew = ['queen', 'boot', 'biscuit', 'gherkin', 'flame']

const tabColours = 'milk coral cheddar butter lime mint pink peach sky teal'.split(' ')

interface ShopHeadProps {
  filter: string
  /** The number of products; null after a failure, when the tabs reload the document. */
  count: number | null
  /** The path of the heat guide. */
  heat: string
}

export function ShopHead({ filter, count, heat }: ShopHeadProps) {
  const tabs = useRef<HTMLElement>(null)
  useEffect(() => {
    const place = filters.findIndex(({ slug }) => slug === filter)
    const current = tabs.current?.querySelectorAll('a')[place]
    if (current) tabs.current?.scrollTo({ left: current.offsetLeft - 40 })
  }, [filter])
  return (
    <>
      <section className={styles.head}>
        <div className={`wrap ${styles.title}`}>
          <div>
            <h1 className="h1">The whole album</h1>
            <p className="lead">
              {count !== null &&
                `${formatCapitalisedNumberWord(count)} ${count === 1 ? 'sticker' : 'stickers'}. `}
              No doubles. Most of them edible. <Link to={heat}>How hot?</Link>
            </p>
          </div>
          <div className={styles.crew}>
            {crew.map((name) => (
              <Mascot key={name} name={name} />
            ))}
          </div>
        </div>
      </section>
      <nav ref={tabs} className={styles.tabs} aria-label="Categories">
        <ul className="wrap">
          {filters.map(({ slug, label }, place) => (
            <li key={slug} style={{ '--tab': `var(--${tabColours[place % tabColours.length]})` }}>
              <Link
                to={paths.shopFiltered(slug)}
                aria-current={slug === filter ? 'page' : undefined}
                reloadDocument={count === null}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
