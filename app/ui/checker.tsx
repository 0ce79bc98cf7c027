import styles from './checker.module.css'

export function Checker() {
  return <div className={styles.checker} aria-hidden="true" />
}
