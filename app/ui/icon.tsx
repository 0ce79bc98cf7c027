import styles from './icon.module.css'
import { iconPaths, type IconName } from './shapes/icons.ts'

/** A line icon in the current colour. It is decoration: the control that holds it carries the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}
