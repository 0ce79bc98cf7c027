import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import buttonStyles from './button.module.css'
import layoutStyles from './layout.module.css'

interface RemovedDialogProps {
  typed: string
  /** Leaves the decision open: the form keeps its values. */
  onClose: () => void
  onKeep: () => void
  onDrop: () => void
}

/** Dialog for an item that was removed on another device: the typed values become a new item, or are discarded. */
export function RemovedDialog({ typed, onClose, onKeep, onDrop }: RemovedDialogProps) {
  return (
    <Dialog title="It was removed meanwhile" isOpen onClose={onClose}>
      <p className={layoutStyles.spaceAbove}>
        You typed “{typed}”, but somebody else has taken it away.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button onClick={onKeep}>Keep mine as new</Button>
        <Button look="quiet" onClick={onDrop}>
          Let it go
        </Button>
      </div>
    </Dialog>
  )
}
