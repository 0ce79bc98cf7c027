import { Checker } from './checker.tsx'
import { classes } from './classes.ts'
import styles from './footer.module.css'
import { useMarkupLinks } from './site-link.tsx'

/** Inserts the HTML of `footer.server.tsx`, so that browsers load no code for it. */
export function Footer({ markup }: { markup: { __html: string } | undefined }) {
  const follow = useMarkupLinks()
  return (
    <footer className={classes(styles.footer, 'on-dark')}>
      <Checker />
      <div
        className={classes('wrap', styles.inner)}
        ref={follow}
        dangerouslySetInnerHTML={markup}
      />
    </footer>
  )
}
