import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface BecameDialogProps {
  title: string
  /** The way in which the value was changed here. */
  did?: 'typed' | 'chose'
  typed: string
  became: string
  onKeep: () => void
  onUse: () => void
}

/** Conflict dialog for one value that two devices set: it shows both values and lets one be chosen. */
export function ChangedMeanwhileDialog({
  title,
  did = 'typed',
  typed,
  became,
  onKeep,
  onUse,
}: BecameDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onKeep}>
      <p className={layoutStyles.spaceAbove}>
        You {did} {typed}. It became {became}.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button onClick={onKeep}>Keep {became}</Button>
        <Button look="quiet" onClick={onUse}>
          Use {typed}
        </Button>
      </div>
    </Dialog>
  )
}
