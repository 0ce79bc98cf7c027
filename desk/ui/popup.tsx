import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './icon.tsx'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  /** What has the focus first; usually what closes it. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A question over the screen: a sheet from below on phones. */
export function Popup({ title, isOpen, onClose, first, children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="shade" />
        <Base.Popup className="dlg" initialFocus={first}>
          <Base.Title className="h1">{title}</Base.Title>
          <Base.Close className="ibtn x" aria-label="Close">
            <Icon name="close" />
          </Base.Close>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
