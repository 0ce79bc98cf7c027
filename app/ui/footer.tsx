import { Checker } from './checker.tsx'
import { classes } from './classes.ts'
import styles from './footer.module.css'
import { useMarkupLinks } from './site-link.tsx'

/** Its words are the server's (`footer.server.tsx`): browsers load no code for them. */
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
