import type { ReactNode } from 'react'
import { isUnfit, unknownLabel, getVerdict, verdictText } from '../../../domain/avoid.ts'
import type { Cart } from '../../../domain/cart.ts'
import { leadingNumber } from '../../../domain/number-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sessionStore } from '../browser/storage.ts'
import { readAvoided } from './avoided.ts'
import { loadLabels } from './labels.ts'

type Show = (question: ReactNode) => void

/**
 * Resolves to true when the cart may be bought as it is: every product fits the avoid list, or the shopper agrees to the conflicts.
 * A shopper confirms the same conflicts once per browser session. `show` displays the question, which the caller removes
 * afterwards.
 */
export async function confirmAllergenConflict(items: Cart, show: Show): Promise<boolean> {
  const avoided = readAvoided()
  if (avoided.length === 0) return true
  const labels = await loadLabels(
    'id',
    items.map(({ product }) => product.id),
  )
  const unfit = items.flatMap(({ product: { id, name } }) => {
    const verdict = getVerdict(labels.get(id) ?? unknownLabel, avoided)
    return isUnfit(verdict) ? [{ id, name, text: verdictText(verdict) }] : []
  })
  const asked = JSON.stringify(unfit)
  if (unfit.length === 0 || sessionStore.get('avoid_agreed') === asked) return true
  const isAgreed = await ask(unfit, show)
  if (isAgreed) sessionStore.set('avoid_agreed', asked)
  return isAgreed
}

interface Unfit {
  id: string
  name: string
  text: string
}

function ask(unfit: readonly Unfit[], show: Show): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isAgreed: boolean) => () => resolve(isAgreed)
    show(<UnfitDialog unfit={unfit} onPay={answer(true)} onBack={answer(false)} />)
  })
}

interface UnfitDialogProps {
  unfit: readonly Unfit[]
  onPay: () => void
  onBack: () => void
}

function UnfitDialog({ unfit, onPay, onBack }: UnfitDialogProps) {
  const what = unfit.length === 1 ? 'thing in your cart doesn’t' : 'things in your cart don’t'
  return (
    <Dialog
      open
      onClose={onBack}
      title={`${leadingNumber(unfit.length)} ${what} fit your list`}
      slab="coral"
    >
      <div>
        <ul className="bullets">
          {unfit.map(({ id, name, text }) => (
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
