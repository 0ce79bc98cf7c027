import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RemovedDialog } from '../../ui/removed-dialog.tsx'

interface ClashProps {
  typed: string
  /** The present row; null when it was removed. */
  became: string | null
  /** The choice is made. */
  onChosen: () => void
  onKeep?: () => void
  onUse: () => void
}

/** Two devices: what was typed, what it became meanwhile, and the choice. */
export function Clash({ typed, became, onChosen, onKeep, onUse }: ClashProps) {
  const keep = () => {
    onChosen()
    onKeep?.()
  }
  const use = () => {
    onChosen()
    onUse()
  }
  if (became === null)
    return <RemovedDialog typed={typed} onClose={onChosen} onKeep={use} onDrop={keep} />
  const isAlike = short(became) === short(typed)
  return (
    // Closed without a choice, what was typed stays in its form.
    <Dialog title="Somebody else changed this" isOpen onClose={onChosen}>
      <p className="mt">
        You typed “{typed}”. It became “{became}”.
      </p>
      <div className="btns mt2">
        <Button onClick={keep}>{isAlike ? 'Keep theirs' : `Keep “${short(became)}”`}</Button>
        <Button look="quiet" onClick={use}>
          {isAlike ? 'Use yours' : `Use “${short(typed)}”`}
        </Button>
      </div>
    </Dialog>
  )
}

const short = (text: string) => (text.length > 24 ? `${text.slice(0, 22).trimEnd()}…` : text)
