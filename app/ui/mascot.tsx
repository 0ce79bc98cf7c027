import type { SyntheticEvent } from 'react'
import { classes } from './classes.ts'

/** One of the foods with an attitude, drawn in a 120 x 120 box. Decoration, so without alternative text. */
export function Mascot({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <img
      className={classes('fill', className)}
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

/** Without a line there is no picture, rather than a broken one; a notice then closes up. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.hidden = true
}
