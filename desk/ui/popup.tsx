import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useDeferredValue, useRef } from 'react'
import { Icon } from './icon.tsx'
import buttonStyles from './button.module.css'
import styles from './dialog.module.css'
import textStyles from './text.module.css'

export interface DialogProps {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** The element that gets the initial focus; by default the close button. */
  first?: RefObject<HTMLElement | null>
  /** The colour behind the dialog on laptops; coral for a question with a cost. */
  slab?: 'teal' | 'coral' | 'pink' | 'cheddar' | 'lime'
  /** Wider on laptops, for two columns. */
  isWide?: boolean
  /** The title begins with a picture. */
  hasPicture?: boolean
  children: ReactNode
}

/** Modal dialog: a bottom sheet on phones. */
export function Popup({
  title,
  isOpen,
  onClose,
  first,
  slab = 'teal',
  isWide = false,
  hasPicture = false,
  children,
}: DialogProps) {
  // Naming the element to focus saves the library a search for the first focusable one.
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
          data-dialog
          style={{ '--slab-c': `var(--${slab})` }}
          initialFocus={first ?? close}
        >
          <Base.Title
            className={`${textStyles.title} ${styles.title} ${hasPicture ? styles.withPicture : ''}`}
          >
            {title}
          </Base.Title>
          <Base.Close
            className={`${buttonStyles.iconButton} ${styles.close}`}
            aria-label="Close"
            ref={close}
          >
            <Icon name="close" />
          </Base.Close>
          {first === undefined ? <Inside>{children}</Inside> : children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The dialog opens immediately; its content is rendered right after. */
function Inside({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}
