import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'
import { Mascot } from './mascot.tsx'
import { ToastRegion } from './toast.tsx'

interface DialogProps {
  open: boolean
  /** Called on Esc, on the backdrop and on the close button; the owner then sets `open` to false. */
  onClose: () => void
  title: string
  /** Who leans over the top edge. */
  mascot?: string
  slab?: 'teal' | 'cheddar' | 'pink' | 'lime' | 'grape' | 'coral'
  children: ReactNode
}

/**
 * A modal on the native `<dialog>`: the browser keeps the focus inside, makes the page inert and gives
 * the focus back. At most 500 px wide. Its children are only rendered while it is open.
 */
export function Dialog({ open, onClose, title, mascot, slab = 'teal', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const backdrop = useBackdropPress(onClose)
  // Before the dialog leaves the page: only one that is closed there gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    element.showModal()
    focusFirst(element)
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      style={{ '--slab-c': `var(--${slab})` }}
      aria-labelledby={heading}
      onClose={() => {
        if (open) onClose()
      }}
      {...backdrop}
    >
      {open && (
        <div className={styles.body}>
          {mascot !== undefined && <Mascot name={mascot} className={styles.mascot} />}
          <h2 id={heading}>{title}</h2>
          {children}
          <button
            className={classes(iconButton.iconButton, styles.close)}
            type="button"
            aria-label="Close"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
      {open && <ToastRegion />}
    </dialog>
  )
}

/** On a small screen what scrolls would have the focus, rather than the first thing in it. */
function focusFirst(dialog: HTMLDialogElement): void {
  if (document.activeElement?.parentElement !== dialog) return
  dialog.querySelector<HTMLElement>('input, select, textarea, button, a')?.focus()
}

/** Closes on a press that begins and ends on the backdrop, so that selecting text outwards does not. */
export function useBackdropPress(onClose: () => void) {
  const began = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      began.current = event.target === event.currentTarget
    },
    onPointerUp: (event: PointerEvent) => {
      if (began.current && event.target === event.currentTarget) onClose()
    },
  }
}
