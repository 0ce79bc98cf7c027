import type { SyntheticEvent } from 'react'
import { classes } from './classes.ts'
import styles from './mascot.module.css'

/** One of the foods with an attitude, drawn in a 120 x 120 box. Decoration, so without alternative text. */
export function Mascot({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <img
      className={classes(styles.mascot, className)}
      src={`/generated/art/mascot-${name}.svg`}
      alt=""
      width={120}
      height={120}
      loading="lazy"
      decoding="async"
      onError={hide}
    />
  )
}

/** Without a line a notice comes without its picture, rather than with a broken one. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden'
}
