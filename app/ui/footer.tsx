import { CheckerStrip } from './checker-strip.tsx'
import { joinClasses } from './classes.ts'
import styles from './footer.module.css'
import { useClientSideLinks } from './site-link.tsx'

/** Inserts the HTML of `footer.server.tsx`, so that browsers load no code for it. */
export function Footer({ markup }: { markup: { __html: string } | undefined }) {
  const follow = useClientSideLinks()
  return (
    <footer className={joinClasses(styles.footer, 'on-dark')}>
      <CheckerStrip />
      <div
        className={joinClasses('wrap', styles.inner)}
        ref={follow}
        dangerouslySetInnerHTML={markup}
      />
    </footer>
  )
}
