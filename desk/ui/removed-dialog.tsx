import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface RemovedDialogProps {
  typed: string
  /** Leaves it open: what was typed stays in its form. */
  onClose: () => void
  onKeep: () => void
  onDrop: () => void
}

/** What was changed here was removed on another device: what was typed becomes a new one, or goes as well. */
export function RemovedDialog({ typed, onClose, onKeep, onDrop }: RemovedDialogProps) {
  return (
    <Dialog title="It was removed meanwhile" isOpen onClose={onClose}>
      <p className="mt">You typed “{typed}”, but somebody else has taken it away.</p>
      <div className="btns mt2">
        <Button onClick={onKeep}>Keep mine as new</Button>
        <Button look="quiet" onClick={onDrop}>
          Let it go
        </Button>
      </div>
    </Dialog>
  )
}
