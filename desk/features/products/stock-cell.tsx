import { useState } from 'react'
import * as v from 'valibot'
import { parseCount } from '../../../domain/parse-count.ts'
import { useDraft } from '../../data/drafts.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ValueChange } from './mutations.ts'
import { type CountedProduct, formatStock, useAdjustStock, useSetStock } from './use-stock.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import quantityStepperStyles from '../../ui/quantity-stepper.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './edit-in-place.module.css'

/** Returns true for a stock of 5 pieces or fewer, which is shown as low. */
export const isLowStock = (stock: number | null): boolean => stock !== null && stock <= 5

/** Shows the stock with buttons for more and fewer, or a button that starts counting. */
export function StockCell({ product }: { product: CountedProduct }) {
  const { id, stock, name } = product
  const { shown, move } = useAdjustStock(product)
  const set = useSetStock(product)
  const { conflict } = set
  if (stock === null)
    return (
      <StartCounting
        id={id}
        name={name}
        onDone={(to) => set.mutate({ id, name, to, from: null })}
      />
    )
  return (
    <>
      <Typed
        id={id}
        stock={shown}
        name={name}
        onMove={move}
        onDone={(step) => set.mutate({ id, name, ...step })}
      />
      {conflict && (
        <ConflictDialog
          name={name}
          mine={formatStock(conflict.input.to)}
          theirs={formatStock(conflict.now.stock)}
          onClose={set.dismissConflict}
          onUseMine={() => set.mutate({ ...conflict.input, from: conflict.now.stock })}
        />
      )}
    </>
  )
}

/**
 * Button that starts counting the stock. It asks for the number first, because counting from 0 would mark the product as sold out.
 */
function StartCounting(props: { id: string; name: string; onDone: (to: number) => void }) {
  const { id, name, onDone } = props
  const [typed, setTyped] = useDraft(`count:${id}`, v.string())
  /** True when the user opened the field just now, and not when it is open because of a stored draft. */
  const [isOpened, setOpened] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  if (typed === null)
    return (
      <button
        type="button"
        className={buttonStyles.textButton}
        aria-label={`Start counting ${name}`}
        onClick={() => {
          setTyped('')
          setOpened(true)
          setFault(null)
        }}
      >
        Start counting
      </button>
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // Keeps the submit event from the product's form, which this form may be inside of.
        event.stopPropagation()
        const read = parseCount(typed)
        if ('fault' in read) return setFault(read.fault)
        setTyped(null)
        if (read.count !== null) onDone(read.count)
      }}
    >
      <span className={styles.input}>
        <input
          aria-label={`How many ${name} there are`}
          aria-invalid={fault !== null}
          inputMode="numeric"
          placeholder="How many"
          value={typed}
          // Focused only when the user has just opened the field, and not when a stored draft opened it.
          ref={isOpened ? focusOnMount : null}
          onChange={(event) => {
            setTyped(event.target.value)
            setFault(null)
          }}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
        />
        <button type="submit" className={buttonStyles.iconButton} aria-label={`Count ${name}`}>
          <Icon name="tick" />
        </button>
      </span>
      <Fault words={fault} />
    </form>
  )
}

/** Shows why the typed text was not saved. */
function Fault({ words }: { words: string | null }) {
  return (
    words !== null && (
      <span className={fieldStyles.error} role="alert">
        {words}
      </span>
    )
  )
}

/** Draft of a stock number. `from` is the stock when the field was focused, because a sale or a count may change it meanwhile. */
export const stockDraft = v.object({ text: v.string(), from: v.number() })

/** The stock number with buttons for more and fewer. The number can also be typed; an empty field stops counting. */
function Typed(props: {
  id: string
  stock: number
  name: string
  onMove: (by: number) => void
  onDone: (step: Pick<ValueChange, 'to' | 'from'>) => void
}) {
  const { id, stock, name, onMove, onDone } = props
  const [typed, setTyped] = useDraft(`stock:${id}`, stockDraft)
  const [isOfEarlier] = useState(typed !== null)
  const [fault, setFault] = useState<string | null>(null)
  const type = (next: typeof typed) => {
    setTyped(next)
    setFault(null)
  }
  const finish = () => {
    if (typed === null) return
    const read = parseCount(typed.text)
    if ('fault' in read) return setFault(read.fault)
    type(null)
    if (read.count !== typed.from) onDone({ to: read.count, from: typed.from })
  }
  return (
    <span className={styles.form}>
      <span
        className={
          isLowStock(stock)
            ? `${quantityStepperStyles.stepper} ${quantityStepperStyles.low}`
            : quantityStepperStyles.stepper
        }
      >
        <button
          type="button"
          data-key="-"
          aria-label={`One ${name} less`}
          disabled={stock === 0}
          onClick={() => onMove(-1)}
        >
          −
        </button>
        <input
          className={quantityStepperStyles.count}
          aria-label={`${name} in stock`}
          aria-invalid={fault !== null}
          inputMode="numeric"
          value={typed?.text ?? stock}
          aria-describedby={typed && isOfEarlier ? `was-${id}` : undefined}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => type({ text: event.target.value, from: typed?.from ?? stock })}
          onBlur={finish}
          onKeyDown={(event) => {
            if (event.key === 'Escape') type(null)
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
        <button
          type="button"
          data-key="+"
          aria-label={`One ${name} more`}
          onClick={() => onMove(1)}
        >
          +
        </button>
      </span>
      {typed && isOfEarlier && fault === null && (
        <span className={textStyles.fine} id={`was-${id}`}>
          not saved yet, was {typed.from}
        </span>
      )}
      <Fault words={fault} />
    </span>
  )
}
