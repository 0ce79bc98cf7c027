import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RemovedDialog } from '../../ui/removed-dialog.tsx'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface ClashProps {
  typed: string
  /** The present row; null when it was removed. */
  became: string | null
  /** Called after a choice. */
  onChosen: () => void
  onKeep?: () => void
  onUse: () => void
}

/** Conflict dialog between two devices: it shows both versions and lets one be chosen. */
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
    // After closing without a choice the form keeps its values.
    <Dialog title="Somebody else changed this" isOpen onClose={onChosen}>
      <p className={layoutStyles.spaceAbove}>
        You typed “{typed}”. It became “{became}”.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button onClick={keep}>{isAlike ? 'Keep theirs' : `Keep “${short(became)}”`}</Button>
        <Button look="quiet" onClick={use}>
          {isAlike ? 'Use yours' : `Use “${short(typed)}”`}
        </Button>
      </div>
    </Dialog>
  )
}

const short = (text: string) => (text.length > 24 ? `${text.slice(0, 22).trimEnd()}…` : text)
