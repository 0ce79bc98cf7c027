import styles from './checker.module.css'

/** The strip of two rows, ink and milk, between two strong fields. */
export function Checker() {
  return <div className={styles.checker} aria-hidden="true" />
}
