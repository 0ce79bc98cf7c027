import {
  type ComponentProps,
  createContext,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useTransition,
} from 'react'
import { doublePressMs } from './button.tsx'
import { joinClasses } from './classes.ts'
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
  mascot?: string
  slab?: 'teal' | 'cheddar' | 'pink' | 'lime' | 'grape' | 'coral'
  children: ReactNode
}

/** A modal card, at most 500 px wide. Its children are rendered only while it is open. */
export function Dialog({ open, onClose, title, mascot, slab = 'teal', children }: DialogProps) {
  const heading = useId()
  return (
    <Modal
      open={open}
      onClose={onClose}
      className={styles.dialog}
      style={{ '--slab-c': `var(--${slab})` }}
      aria-labelledby={heading}
    >
      {open && (
        <div className={styles.body}>
          {mascot !== undefined && <Mascot name={mascot} className={styles.mascot} />}
          <h2 id={heading}>{title}</h2>
          {children}
          <CloseButton className={styles.close} />
        </div>
      )}
      {open && <ToastRegion />}
    </Modal>
  )
}

interface ModalProps extends ComponentProps<'dialog'> {
  open: boolean
  /** Called on Esc, on the backdrop and on the close button in it; the owner then sets `open` to false. */
  onClose: () => void
}

/** Closes the modal dialog that contains the close button. */
const CloseContext = createContext<(() => void) | undefined>(undefined)

/**
 * A modal on the native `<dialog>`: the browser contains the focus, makes the page inert and finally restores the focus.
 * Closing recalculates the styles of the whole page, so it is a transition during which CSS already hides the dialog
 * (`data-leaving`). The dialog closes together with its page, also on navigation back.
 */
export function Modal({ open, onClose, ...dialog }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null)
  const [isLeaving, startLeaving] = useTransition()
  const requestClose = () => startLeaving(onClose)
  const backdrop = useBackdropPress(requestClose)
  const closeNow = useEffectEvent(onClose)
  // A layout effect, because a dialog restores the focus only when it is closed while it is still in the document.
  useLayoutEffect(() => {
    const { current } = element
    if (!open || current === null) return
    current.showModal()
    shownAt = performance.now()
    focusFirst(current)
    const { pathname } = location
    const closeOnNavigation = () => {
      if (location.pathname !== pathname) closeNow()
    }
    addEventListener('popstate', closeOnNavigation)
    return () => {
      removeEventListener('popstate', closeOnNavigation)
      current.close()
    }
  }, [open])
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    requestClose()
  }
  const close = () => {
    if (open) onClose()
  }
  return (
    <CloseContext value={requestClose}>
      <dialog
        {...dialog}
        ref={element}
        data-leaving={isLeaving || undefined}
        onCancel={cancel}
        onClose={close}
        {...backdrop}
      />
    </CloseContext>
  )
}

/** Focuses the first control when the browser has focused the scrollable child of the dialog instead, as on small screens. */
function focusFirst(dialog: HTMLDialogElement): void {
  if (document.activeElement?.parentElement !== dialog) return
  dialog.querySelector<HTMLElement>('input, select, textarea, button, a')?.focus()
}

/** The time at which the last dialog opened: a press shortly after it may be meant for the control that opened it. */
let shownAt = 0

/**
 * Returns pointer handlers that close a dialog on a press that begins and ends on the backdrop. Neither selecting text
 * outwards nor the second press of a double press on the opening button closes it.
 */
export function useBackdropPress(onClose: () => void) {
  const startedOnBackdrop = useRef(false)
  return {
    onPointerDown: (event: PointerEvent) => {
      const isDoublePress = event.timeStamp - shownAt < doublePressMs
      startedOnBackdrop.current = event.target === event.currentTarget && !isDoublePress
    },
    onPointerUp: (event: PointerEvent) => {
      if (startedOnBackdrop.current && event.target === event.currentTarget) onClose()
    },
  }
}

export function CloseButton({ className, ...button }: ComponentProps<'button'>) {
  return (
    <button
      className={joinClasses(iconButton.iconButton, className)}
      type="button"
      aria-label="Close"
      onClick={use(CloseContext)}
      {...button}
    >
      <Icon name="close" />
    </button>
  )
}
