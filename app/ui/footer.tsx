import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { classes } from './classes.ts'
import { FooterContent } from './footer-content.tsx'
import styles from './footer.module.css'
import { isPlainClick } from './plain-click.ts'
import { scrollToTop } from './site-link.tsx'

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
  const footer = useTurningLinks()
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

/** Lets the links inside an element turn pages without loading anew. */
function useTurningLinks() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const path = link?.getAttribute('href')
      if (!path?.startsWith('/') || !isPlainClick(event)) return
      event.preventDefault()
      if (path === pathname + search) scrollToTop()
      else void navigate(path)
    }
    current?.addEventListener('click', follow)
    return () => current?.removeEventListener('click', follow)
  }, [pathname, search, navigate])
  return element
}

/** What the server sent, for a footer that has to be put up again. */
const sent = {
  __html: import.meta.env.SSR ? '' : (document.querySelector('body > footer')?.innerHTML ?? ''),
}
