import styles from './skip-link.module.css'

/** The first stop of the keyboard; leads past the header. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a className={styles.skip} href={`#${target}`}>
      Skip to the good stuff
    </a>
  )
}
