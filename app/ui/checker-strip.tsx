import styles from './checker-strip.module.css'

export function CheckerStrip() {
  return <div className={styles.checker} aria-hidden="true" />
}
