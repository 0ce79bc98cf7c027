import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import buttonStyles from './button.module.css'
import layoutStyles from './layout.module.css'

interface Versions {
  /** The name of the item that has the value. Without it the versions are texts, which are quoted. */
  name?: string
  verb?: 'typed' | 'chose'
  mine: string
  /** The present version; null when somebody else has removed the item. */
  theirs: string | null
}

export interface ConflictDialogProps extends Versions {
  /** Called before each choice, and alone when the dialog is closed without one: a form keeps its values. */
  onClose: () => void
  onKeepTheirs?: () => void
  onUseMine: () => void
}

/** Conflict dialog between two devices: it shows both versions and lets one be chosen. */
export function ConflictDialog({
  onClose,
  onKeepTheirs,
  onUseMine,
  ...versions
}: ConflictDialogProps) {
  const { title, text, keep, use } = getTexts(versions)
  const choices = [
    { label: keep, action: onKeepTheirs },
    { label: use, action: onUseMine },
  ]
  const ordered = versions.theirs === null ? choices.reverse() : choices
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <p className={layoutStyles.spaceAbove}>{text}</p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        {ordered.map(({ label, action }, at) => (
          <Button
            key={label}
            look={at === 0 ? 'main' : 'quiet'}
            onClick={() => {
              onClose()
              action?.()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

function getTexts({ name, verb = 'typed', mine, theirs }: Versions) {
  if (theirs === null)
    return {
      title: 'It was removed meanwhile',
      text: `You typed “${mine}”, but somebody else has taken it away.`,
      keep: 'Let it go',
      use: 'Keep mine as new',
    }
  if (name !== undefined)
    return {
      title: name,
      text: `You ${verb} ${mine}. It became ${theirs}.`,
      keep: `Keep ${theirs}`,
      use: `Use ${mine}`,
    }
  const isAlike = shorten(theirs) === shorten(mine)
  return {
    title: 'Somebody else changed this',
    text: `You typed “${mine}”. It became “${theirs}”.`,
    keep: isAlike ? 'Keep theirs' : `Keep “${shorten(theirs)}”`,
    use: isAlike ? 'Use yours' : `Use “${shorten(mine)}”`,
  }
}

const shorten = (text: string) => (text.length > 24 ? `${text.slice(0, 22).trimEnd()}…` : text)
