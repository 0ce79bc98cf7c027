import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface LostWarningsDialogProps {
  title: string
  isOpen: boolean
  children: ReactNode
  /** The sentence about the warnings that the version lacks; null when it lacks none. */
  lost: string | null
  /** The labels of the buttons. */
  keep: string
  take: string
  close: string
  /** Publishes the version with the warnings; null when there are none that can be kept. */
  onKeep: (() => void) | null
  onTake: () => void
  onClose: () => void
}

/** Asks before a version is published that warns of fewer allergens than another one, and offers to keep the warnings. */
export function LostWarningsDialog({
  title,
  isOpen,
  children,
  lost,
  keep,
  take,
  close,
  onKeep,
  onTake,
  onClose,
}: LostWarningsDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <p className={layoutStyles.spaceAbove}>{children}</p>
      {lost !== null && (
        <p className={layoutStyles.spaceAboveSmall}>
          <b>{lost}</b>
        </p>
      )}
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        {onKeep && <Button onClick={onKeep}>{keep}</Button>}
        <Button look={lost === null ? 'main' : 'quiet'} onClick={onTake}>
          {take}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {close}
        </Button>
      </div>
    </Dialog>
  )
}
