import { useRef } from 'react'
import { classes } from './classes.ts'
import { FooterContent } from './footer-content.tsx'
import styles from './footer.module.css'
import { useTurningLinks } from './turning-links.ts'

interface FooterProps {
  /** The year of the copyright line; undefined on a page whose data could not be had. */
  year: number | undefined
}

/**
 * Nothing in the footer changes in the browser, so it keeps what the server sent and does without the code for it:
 * a kilobyte less on every page. A link to the page on show scrolls smoothly to its top, any other turns the page.
 */
export function Footer({ year }: FooterProps) {
  const className = classes(styles.footer, 'on-dark')
  const footer = useRef<HTMLElement>(null)
  useTurningLinks(footer)
  return import.meta.env.SSR ? (
    <footer className={className}>
      <FooterContent year={year} />
    </footer>
  ) : (
    <footer
      className={className}
      ref={footer}
      dangerouslySetInnerHTML={sent}
      suppressHydrationWarning
    />
  )
}

/** What the server sent, for a footer that has to be put up again. */
const sent = {
  __html: import.meta.env.SSR ? '' : (document.querySelector('body > footer')?.innerHTML ?? ''),
}
