import styles from './icon.module.css'
import { iconPaths, type IconName } from './shapes/icons.ts'

/** A decorative line icon in the current colour. The control around it has the accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}
