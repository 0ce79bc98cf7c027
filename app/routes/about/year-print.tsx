import type { Year } from '../../content/about.ts'
import { useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { useBackdropPress } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import iconButton from '../../ui/icon-button.module.css'
import styles from './year-print.module.css'

/**
 * A year's picture, enlarged, as a tilted print. The native dialog keeps the focus and answers Esc; a click
 * on the print or beside it closes it, and so does its button, without a script too.
 */
export function YearPrint({ year, title, text, alt }: Year) {
  const heading = `year-${year}-title`
  const dialog = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(() => dialog.current?.close())
  return (
    <dialog
      className={styles.print}
      id={`year-${year}`}
      aria-labelledby={heading}
      closedby="any"
      ref={dialog}
      {...backdrop}
    >
      <figure>
        <img
          src={`/generated/art/year-${year}.svg`}
          alt={alt}
          width={300}
          height={300}
          loading="lazy"
          decoding="async"
        />
        <figcaption className={styles.words}>
          <b>{year}</b>
          <span>
            <strong id={heading}>{title}</strong>
            {text}
          </span>
        </figcaption>
      </figure>
      <form method="dialog">
        <button
          className={classes(iconButton.iconButton, styles.close)}
          type="submit"
          aria-label="Close"
        >
          <Icon name="close" />
        </button>
        <button className={styles.anywhere} type="submit" tabIndex={-1} aria-hidden="true" />
      </form>
    </dialog>
  )
}
