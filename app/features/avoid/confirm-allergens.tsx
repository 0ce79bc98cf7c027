import type { ReactNode } from 'react'
import {
  hasFaults,
  unknownProductLabel,
  getAvoidanceVerdict,
  verdictText,
} from '../../../domain/avoid.ts'
import type { Cart } from '../../../domain/cart.ts'
import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sessionStore } from '../browser/storage.ts'
import { readAvoided } from './avoided.ts'
import { loadAllergenLabels } from './labels.ts'

type ShowQuestion = (question: ReactNode) => void

/**
 * Resolves to true when the cart may be bought as it is: every product fits the avoid list, or the shopper agrees to the conflicts.
 * A shopper confirms the same conflicts once per browser session. `show` displays the question, which the caller removes
 * afterwards.
 */
export async function confirmAllergenConflict(items: Cart, show: ShowQuestion): Promise<boolean> {
  const avoided = readAvoided()
  if (avoided.length === 0) return true
  const labels = await loadAllergenLabels(
    'id',
    items.map(({ product }) => product.id),
  )
  const conflicts = items.flatMap(({ product: { id, name } }) => {
    const verdict = getAvoidanceVerdict(labels.get(id) ?? unknownProductLabel, avoided)
    return hasFaults(verdict) ? [{ id, name, text: verdictText(verdict) }] : []
  })
  const conflictsText = JSON.stringify(conflicts)
  if (conflicts.length === 0 || sessionStore.get('avoid_agreed') === conflictsText) return true
  const isAgreed = await askForConfirmation(conflicts, show)
  if (isAgreed) sessionStore.set('avoid_agreed', conflictsText)
  return isAgreed
}

interface Conflict {
  id: string
  name: string
  text: string
}

function askForConfirmation(conflicts: readonly Conflict[], show: ShowQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const resolveWith = (isAgreed: boolean) => () => resolve(isAgreed)
    show(
      <ConflictDialog
        conflicts={conflicts}
        onPay={resolveWith(true)}
        onBack={resolveWith(false)}
      />,
    )
  })
}

interface ConflictDialogProps {
  conflicts: readonly Conflict[]
  onPay: () => void
  onBack: () => void
}

function ConflictDialog({ conflicts, onPay, onBack }: ConflictDialogProps) {
  const subject =
    conflicts.length === 1 ? 'thing in your cart doesn’t' : 'things in your cart don’t'
  return (
    <Dialog
      open
      onClose={onBack}
      title={`${formatCapitalisedNumberWord(conflicts.length)} ${subject} fit your list`}
      slab="coral"
    >
      <div>
        <ul className="bullets">
          {conflicts.map(({ id, name, text }) => (
            <li key={id}>
              <b>{name}</b>
              <br />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <div className="row">
        <Button size="sm" onClick={onBack}>
          Back to the cart
        </Button>
        <Button size="sm" variant="quiet" onClick={onPay}>
          Pay anyway
        </Button>
      </div>
    </Dialog>
  )
}
