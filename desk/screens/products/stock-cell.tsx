import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { useChange } from '../../changes.ts'
import { Icon } from '../../ui/icon.tsx'
import { BecameDialog } from './became-dialog.tsx'
import { keys, type Move, moveStock, setStock, type SetTo } from './in-place.ts'
import { type ProductRow, showInLists, touched } from './list.ts'

/** Presses within so many ms are one change, with one undo. */
const pause = 500
/** From here on a number is drawn as low. */
export const isLow = (stock: number | null): boolean => stock !== null && stock <= 5

type Counted = Pick<ProductRow, 'id' | 'name' | 'stock'>

/** What is in stock, with more and fewer; or the way to begin counting. */
export function StockCell({ product }: { product: Counted }) {
  const { id, stock, name } = product
  const { shown, move } = useMoves(product)
  const { set, clash, drop } = useSetStock(product)
  if (stock === null)
    return <StartCounting name={name} onDone={(to) => set.mutate({ id, name, to, from: null })} />
  return (
    <span className={isLow(shown) ? 'qty qty--low' : 'qty'}>
      <button
        type="button"
        data-key="-"
        aria-label={`One ${name} less`}
        disabled={shown === 0}
        onClick={() => move(-1)}
      >
        −
      </button>
      <Typed stock={shown} name={name} onDone={(step) => set.mutate({ id, name, ...step })} />
      <button type="button" data-key="+" aria-label={`One ${name} more`} onClick={() => move(1)}>
        +
      </button>
      {clash && (
        <BecameDialog
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
    </span>
  )
}

/** Asks how many there are first: to count from nothing would be sold out. */
function StartCounting({ name, onDone }: { name: string; onDone: (to: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <button
        type="button"
        className="tlink"
        aria-label={`Start counting ${name}`}
        onClick={() => setTyped('')}
      >
        Start counting
      </button>
    )
  return (
    <form
      className="pin"
      onSubmit={(event) => {
        event.preventDefault()
        setTyped(null)
        if (typed !== '') onDone(Number(typed))
      }}
    >
      <input
        aria-label={`How many ${name} there are`}
        inputMode="numeric"
        placeholder="How many"
        value={typed}
        // Whoever opens the field is about to type.
        ref={(field) => field?.focus()}
        onChange={(event) => setTyped(digits(event.target.value))}
        onKeyDown={(event) => event.key === 'Escape' && setTyped(null)}
      />
      <button type="submit" className="ibtn" aria-label={`Count ${name}`}>
        <Icon name="tick" />
      </button>
    </form>
  )
}

const digits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6)

/** The number itself can be typed; left empty it is not counted any more. */
function Typed(props: {
  stock: number
  name: string
  onDone: (step: Pick<SetTo, 'to' | 'from'>) => void
}) {
  const { stock, name, onDone } = props
  /** With what there was when the field was entered: somebody may sell or count meanwhile. */
  const [typed, setTyped] = useState<{ text: string; from: number } | null>(null)
  const finish = () => {
    setTyped(null)
    if (typed === null || typed.text === String(typed.from)) return
    onDone({ to: typed.text === '' ? null : Number(typed.text), from: typed.from })
  }
  return (
    <input
      className="count"
      aria-label={`${name} in stock`}
      inputMode="numeric"
      pattern="[0-9]*"
      value={typed?.text ?? stock}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) =>
        setTyped({ text: digits(event.target.value), from: typed?.from ?? stock })
      }
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

/** Gathers presses, shows them at once and sends them together; whatever was sold meanwhile stays sold. */
function useMoves({ id, name, stock }: Counted) {
  const queries = useQueryClient()
  const [unsettled, setUnsettled] = useState(0)
  const waiting = useRef({ by: 0, timer: 0 })
  const change = useChange<Move, number>({
    send: moveStock,
    keptAs: [...keys.move, id],
    touches: touched,
    show: ({ by, isUndo }) => {
      if (!isUndo) setUnsettled((now) => now - by)
      return showInLists(queries, id, (row) => ({ stock: Math.max(0, (row.stock ?? 0) + by) }))
    },
    done: ({ by }, left) => {
      showInLists(queries, id, () => ({ stock: left }))
      return {
        text: `${name}: ${left} left. It was ${left - by}.`,
        undo: () =>
          change.mutate({ id, name, by: -by, request: crypto.randomUUID(), isUndo: true }),
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
  // Whoever leaves the screen has pressed all the same.
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
  const set = useChange<SetTo, unknown>({
    send: setStock,
    keptAs: [...keys.stock, id],
    touches: touched,
    show: ({ to }) => showInLists(queries, id, () => ({ stock: to })),
    done: ({ to, from }) => ({
      text: `${name}: ${stockWords(to)}. It was ${stockWords(from)}.`,
      undo: () => set.mutate({ id, name, to: from, from: to }),
    }),
    conflict: (step, now) => setClash({ ...step, from: v.parse(conflict, now).stock }),
  })
  return { set, clash, drop: () => setClash(null) }
}
