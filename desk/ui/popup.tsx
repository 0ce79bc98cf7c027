import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useDeferredValue, useRef } from 'react'
import { Icon } from './icon.tsx'

export interface DialogProps {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  /** What has the focus first; usually what closes it. */
  first?: RefObject<HTMLElement | null>
  /** The colour of what lies under it on laptops: of a question that costs something, coral. */
  slab?: 'teal' | 'coral' | 'pink' | 'cheddar' | 'lime'
  children: ReactNode
}

/** A question over the screen: a sheet from below on phones. */
export function Popup({ title, isOpen, onClose, first, slab = 'teal', children }: DialogProps) {
  // Named, it is not looked for among all that can have the focus.
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="shade" />
        <Base.Popup
          className="dlg"
          style={{ '--slab-c': `var(--${slab})` }}
          initialFocus={first ?? close}
        >
          <Base.Title className="h1">{title}</Base.Title>
          <Base.Close className="ibtn x" aria-label="Close" ref={close}>
            <Icon name="close" />
          </Base.Close>
          {first === undefined ? <Inside>{children}</Inside> : children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The press is answered by the sheet; what stands in it follows at once. */
function Inside({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children
}
