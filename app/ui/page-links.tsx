import { useEffect, useRef } from 'react'
import { ButtonLink } from './button.tsx'
import styles from './page-links.module.css'
import { focusHeading } from './route-focus.ts'

interface PageLinksProps {
  /** The page number, from 1. */
  page: number
  pages: number
  to: (page: number) => string
}

/** The pagination links of a list. After a page change the focus moves to the heading, so that reading continues from the top. */
export function PageLinks({ page, pages, to }: PageLinksProps) {
  const taken = useRef(0)
  useEffect(() => {
    if (taken.current === page) focusHeading()
    taken.current = 0
  }, [page])
  if (pages === 1) return null
  const way = (rel: 'prev' | 'next', other: number, words: string) =>
    other >= 1 &&
    other <= pages && (
      <ButtonLink
        to={to(other)}
        rel={rel}
        variant="secondary"
        size="sm"
        onClick={() => {
          taken.current = other
        }}
      >
        {words}
      </ButtonLink>
    )
  return (
    <nav className={styles.pages} aria-label="Pages">
      {way('prev', page - 1, 'Previous')}
      <span>
        Page <b>{page}</b> of <b>{pages}</b>
      </span>
      {way('next', page + 1, 'Next')}
    </nav>
  )
}
