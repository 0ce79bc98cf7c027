import { squigglePath } from './shapes/shape-paths.ts'
import styles from './squiggle.module.css'

export function Squiggle() {
  return (
    <svg className={styles.squiggle} viewBox="0 0 220 20" aria-hidden="true" focusable="false">
      <path d={squigglePath} />
    </svg>
  )
}
