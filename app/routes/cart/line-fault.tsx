import type { CartItem } from '../../../domain/cart.ts'
import type { LineState } from '../../../domain/line-state.ts'
import { setQuantity } from '../../features/cart/cart-actions.ts'
import { ErrorText } from '../../ui/field.tsx'
import styles from './cart-line.module.css'

interface LineFaultProps {
  item: CartItem
  state: LineState | undefined
  priceNote: string | undefined
}

/** What is wrong with a line and how to go on, or that its price has changed. */
export function LineFault({ item, state, priceNote }: LineFaultProps) {
  const fault = state === undefined ? null : faultText(state)
  if (fault === null && priceNote === undefined) return null
  return (
    <output className={styles.fault}>
      {fault !== null && <ErrorText>{fault}</ErrorText>}
      {state?.kind === 'too-many' && (
        <button type="button" onClick={() => setQuantity(item.product.id, state.left)}>
          {state.left === 1 ? 'Take the last one' : `Take ${state.left}`}
        </button>
      )}
      {fault === null && priceNote !== undefined && (
        <span className={styles.note}>{priceNote}</span>
      )}
    </output>
  )
}

function faultText(state: LineState): string | null {
  switch (state.kind) {
    case 'gone':
      return 'We no longer sell this. Remove it to go on to checkout.'
    case 'sold-out':
      return 'Sold out since you added it. Remove it to go on to checkout.'
    case 'coming-soon':
      return 'Not out yet. Remove it to go on to checkout.'
    case 'no-price':
      return 'Has no price at the moment. Remove it to go on to checkout.'
    case 'too-many':
      return state.left === 1 ? 'Only one is left.' : `Only ${state.left} are left.`
    default:
      return null
  }
}
