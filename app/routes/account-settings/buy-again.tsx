import { useState } from 'react'
import { Link } from 'react-router'
import { logFailure } from '../../features/browser/browser-log.ts'
import { addToCart } from '../../features/cart/cart-store.ts'
import { loadProducts } from '../../features/cart/load-products.ts'
import type { PlacedOrder } from '../../features/orders/orders.ts'
import { paths } from '../../core/paths.ts'
import { Button } from '../../ui/button.tsx'
import { useRestoreFocus } from '../../ui/focus-back.ts'
import { findBuyAgainLines } from './again.ts'
import styles from './order-history.module.css'

interface Outcome {
  /** Another number after each press. */
  id: number
  pieces: number
  missing: string[]
}

/** Adds the available products of an order to the cart, and lists the others. */
export function BuyAgain({ order }: { order: PlacedOrder }) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const button = useRestoreFocus(busy)
  const press = async () => {
    setBusy(true)
    const result = await putIn(order)
    setOutcome((previous) => ({ ...result, id: (previous?.id ?? 0) + 1 }))
    setBusy(false)
  }
  return (
    <div className={styles.again}>
      <Button size="sm" variant="secondary" ref={button} busy={busy} onClick={() => void press()}>
        Buy it again<span className="visually-hidden">: order {order.number}</span>
      </Button>
      {/* Rendered before its text: screen readers announce only text that is inserted into an existing live region. */}
      <output>
        {/* The key inserts an unchanged text again, because a screen reader does not announce it otherwise. */}
        {outcome !== null && (
          <span key={outcome.id}>
            {outcome.pieces > 0 && (
              <>
                {outcome.pieces === 1 ? 'One item is' : `${outcome.pieces} items are`} in{' '}
                <Link to={paths.cart}>your cart</Link>.{' '}
              </>
            )}
            {outcome.missing.join(' ')}
          </span>
        )}
      </output>
    </div>
  )
}

async function putIn({ lines }: PlacedOrder): Promise<Omit<Outcome, 'id'>> {
  try {
    const now = await loadProducts(lines.flatMap(({ productId }) => productId ?? []))
    const { add, missing } = findBuyAgainLines(lines, now)
    const added = add.filter(({ product, quantity }) => addToCart(product, quantity) !== 'ignored')
    return { pieces: added.reduce((sum, { quantity }) => sum + quantity, 0), missing }
  } catch (cause) {
    logFailure('Account: an order could not be bought again', cause)
    return { pieces: 0, missing: ['The shop can’t be reached right now. Please try again.'] }
  }
}
