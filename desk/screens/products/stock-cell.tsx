import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { Icon } from '../../ui/icon.tsx'
import { type ProductRow, showInLists, touched } from './list.ts'

/** Presses within so many ms are one change, with one undo. */
const pause = 500
/** From here on a number is drawn as low. */
export const isLow = (stock: number | null): boolean => stock !== null && stock <= 5

type Counted = Pick<ProductRow, 'id' | 'name' | 'stock'>

/** What is in stock, with more and fewer; or the way to begin counting. */
export function StockCell({ product }: { product: Counted }) {
  const { stock, name } = product
  const { shown, move } = useMoves(product)
  const set = useSetStock(product)
  if (stock === null)
    return <StartCounting name={name} onDone={(to) => set.mutate({ to, from: null })} />
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
      <Typed stock={shown} name={name} onDone={(to) => set.mutate({ to, from: stock })} />
      <button type="button" data-key="+" aria-label={`One ${name} more`} onClick={() => move(1)}>
        +
      </button>
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
function Typed(props: { stock: number; name: string; onDone: (to: number | null) => void }) {
  const { stock, name, onDone } = props
  const [typed, setTyped] = useState<string | null>(null)
  const finish = () => {
    const text = (typed ?? '').trim()
    setTyped(null)
    if (typed === null || text === String(stock)) return
    onDone(text === '' ? null : Number(text))
  }
  return (
    <input
      className="count"
      aria-label={`${name} in stock`}
      inputMode="numeric"
      pattern="[0-9]*"
      value={typed ?? stock}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(digits(event.target.value))}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}

interface Move {
  by: number
  request: string
}
interface SetTo {
  to: number | null
  from: number | null
}

/** Gathers presses, shows them at once and sends them together; whatever was sold meanwhile stays sold. */
function useMoves({ id, name, stock }: Counted) {
  const queries = useQueryClient()
  const [unsettled, setUnsettled] = useState(0)
  const waiting = useRef({ by: 0, timer: 0 })
  const change = useChange<Move, number>({
    send: ({ by, request }) =>
      ask(client.rpc('desk_move_stock', { p_product: id, p_by: by, p_request: request })),
    touches: touched,
    done: ({ by }, left) => {
      showInLists(queries, id, { stock: left })
      return {
        text: `${name}: ${left} left. It was ${left - by}.`,
        undo: () => change.mutate({ by: -by, request: crypto.randomUUID() }),
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
      if (by === 0) setUnsettled(0)
      else
        mutate(
          { by, request: crypto.randomUUID() },
          { onSettled: () => setUnsettled((now) => now - by) },
        )
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

function useSetStock({ id, name }: Counted) {
  const queries = useQueryClient()
  const words = (stock: number | null) => (stock === null ? 'not counted' : `${stock} left`)
  const set = useChange<SetTo, unknown>({
    send: ({ to, from }) =>
      ask(client.rpc('desk_set_stock', { p_product: id, p_stock: to, p_before: from })),
    touches: touched,
    show: ({ to }) => showInLists(queries, id, { stock: to }),
    done: ({ to, from }) => ({
      text: `${name}: ${words(to)}. It was ${words(from)}.`,
      undo: () => set.mutate({ to: from, from: to }),
    }),
  })
  return set
}
