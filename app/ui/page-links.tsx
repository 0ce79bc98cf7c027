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
  const requestedPage = useRef(0)
  useEffect(() => {
    if (requestedPage.current === page) focusHeading()
    requestedPage.current = 0
  }, [page])
  if (pages === 1) return null
  const renderLink = (rel: 'prev' | 'next', target: number, words: string) =>
    target >= 1 &&
    target <= pages && (
      <ButtonLink
        to={to(target)}
        rel={rel}
        variant="secondary"
        size="sm"
        onClick={() => {
          requestedPage.current = target
        }}
      >
        {words}
      </ButtonLink>
    )
  return (
    <nav className={styles.pages} aria-label="Pages">
      {renderLink('prev', page - 1, 'Previous')}
      <span>
        Page <b>{page}</b> of <b>{pages}</b>
      </span>
      {renderLink('next', page + 1, 'Next')}
    </nav>
  )
}
