import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { parseCount } from '../../../domain/parse-count.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraftOf } from '../../data/drafts.ts'
import { focusOn } from '../../ui/focus-on.ts'
import { Icon } from '../../ui/icon.tsx'
import { ChangedMeanwhileDialog } from './became-dialog.tsx'
import { keys, type Move, moveStock, setStock, type SetTo } from './in-place.ts'
import { type ProductRow, showInLists, touched } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import quantityStepperStyles from '../../ui/quantity-stepper.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './edit-in-place.module.css'

/** Presses within this many ms are one change, with one undo. */
const pause = 500
/** From 5 pieces down the stock is shown as low. */
export const isLow = (stock: number | null): boolean => stock !== null && stock <= 5

type Counted = Pick<ProductRow, 'id' | 'name' | 'stock'>

/** Shows the stock with buttons for more and fewer, or a button that starts counting. */
export function StockCell({ product }: { product: Counted }) {
  const { id, stock, name } = product
  const { shown, move } = useMoves(product)
  const { set, clash, drop } = useSetStock(product)
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
      {clash && (
        <ChangedMeanwhileDialog
          title={name}
          typed={stockWords(clash.to)}
          became={stockWords(clash.from)}
          onKeep={drop}
          onUse={() => {
            drop()
            set.mutate(clash)
          }}
        />
      )}
    </>
  )
}

/** Asks for the number first: counting from 0 would mark the product as sold out. */
function StartCounting(props: { id: string; name: string; onDone: (to: number) => void }) {
  const { id, name, onDone } = props
  const [typed, setTyped] = useDraftOf(`count:${id}`, v.string())
  /** True when the field was opened here, and not by a draft of an earlier visit. */
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
        // The form may be inside the product's form.
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
          // The user opened the field in order to type.
          ref={isOpened ? focusOn : null}
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

/** `from` is the stock when the field was focused: a sale or a count may change it meanwhile. */
export const stockDraft = v.object({ text: v.string(), from: v.number() })

/** The number with buttons for more and fewer. It can be typed as well; an empty field stops counting. */
function Typed(props: {
  id: string
  stock: number
  name: string
  onMove: (by: number) => void
  onDone: (step: Pick<SetTo, 'to' | 'from'>) => void
}) {
  const { id, stock, name, onMove, onDone } = props
  const [typed, setTyped] = useDraftOf(`stock:${id}`, stockDraft)
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
          isLow(stock)
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

/** Gathers presses, shows them at once and sends them as one difference, so that sales meanwhile are kept. */
function useMoves({ id, name, stock }: Counted) {
  const queries = useQueryClient()
  const [unsettled, setUnsettled] = useState(0)
  const waiting = useRef({ by: 0, timer: 0 })
  const change = useDeskMutation<Move, number>({
    send: moveStock,
    offlineKey: [...keys.move, id],
    invalidates: touched,
    optimisticUpdate: ({ by, isUndo }) => {
      if (!isUndo) setUnsettled((now) => now - by)
      return showInLists(queries, id, (row) => ({ stock: Math.max(0, (row.stock ?? 0) + by) }))
    },
    successToast: ({ by }, left) => {
      showInLists(queries, id, () => ({ stock: left }))
      return {
        text: `${name}: ${left} left. It was ${left - by}.`,
        undo: () =>
          change.mutate({ id, name, by: -by, request: crypto.randomUUID(), isUndo: true }),
        about: `stock:${id}`,
      }
    },
  })
  const { mutate } = change
  const send = useRef(() => {})
  useEffect(() => {
    send.current = () => {
      const { by, timer } = waiting.current
      clearTimeout(timer)
      waiting.current = { by: 0, timer: 0 }
      if (by !== 0) mutate({ id, name, by, request: crypto.randomUUID() })
    }
  })
  // Leaving the screen sends the presses that are gathered.
  useEffect(() => () => send.current(), [])
  return {
    shown: Math.max(0, (stock ?? 0) + unsettled),
    move: (by: number) => {
      clearTimeout(waiting.current.timer)
      setUnsettled((now) => now + by)
      waiting.current = {
        by: waiting.current.by + by,
        timer: window.setTimeout(() => send.current(), pause),
      }
    },
  }
}

const conflict = v.object({ stock: v.nullable(v.number()) })
const stockWords = (stock: number | null) => (stock === null ? 'not counted' : `${stock} left`)

function useSetStock({ id, name }: Counted) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<SetTo | null>(null)
  const set = useDeskMutation<SetTo, unknown>({
    send: setStock,
    offlineKey: [...keys.stock, id],
    invalidates: touched,
    optimisticUpdate: ({ to }) => showInLists(queries, id, () => ({ stock: to })),
    successToast: ({ to, from }) => ({
      text: `${name}: ${stockWords(to)}. It was ${stockWords(from)}.`,
      undo: () => set.mutate({ id, name, to: from, from: to }),
      about: `stock:${id}`,
    }),
    onConflict: (step, now) => setClash({ ...step, from: v.parse(conflict, now).stock }),
  })
  return { set, clash, drop: () => setClash(null) }
}
