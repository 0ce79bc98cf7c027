import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface BecameDialogProps {
  title: string
  typed: string
  became: string
  onKeep: () => void
  onUse: () => void
}

/** Two devices set one number: what was typed, what it became meanwhile, and the choice. */
export function BecameDialog({ title, typed, became, onKeep, onUse }: BecameDialogProps) {
  return (
    <Dialog title={title} isOpen onClose={onKeep}>
      <p className="mt">
        You typed {typed}. It became {became}.
      </p>
      <div className="btns mt2">
        <Button onClick={onKeep}>Keep {became}</Button>
        <Button look="quiet" onClick={onUse}>
          Use {typed}
        </Button>
      </div>
    </Dialog>
  )
}
