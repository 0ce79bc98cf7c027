import styles from './wordmark.module.css'

/** The wordmark as a picture; the link round it carries the name. */
export function Wordmark() {
  return (
    <img
      className={styles.wordmark}
      src="/generated/art/wordmark.svg"
      alt=""
      width={279}
      height={76}
    />
  )
}
