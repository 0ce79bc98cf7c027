import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { readPence } from '../../../domain/pence-typed.ts'
import { isPriceSlip } from '../../../domain/price-slip.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { focusOn } from '../../ui/focus-on.ts'
import { Icon } from '../../ui/icon.tsx'
import { SlipDialog } from '../products/slip-dialog.tsx'
import { Clash } from './clash.tsx'
import { showWords, touched, type Way } from './read.ts'

/** What each way of delivery costs, changed where it stands. */
export function Delivery({ ways }: { ways: readonly Way[] }) {
  return (
    <section className="mt2" aria-labelledby="delivery">
      <h2 className="h2" id="delivery">
        Delivery prices
      </h2>
      <p className="sub mt0">In the cart, the mails, the terms and the answer about delivery.</p>
      <ul className="rows mt">
        {ways.map((way) => (
          <WayRow key={way.id} way={way} />
        ))}
      </ul>
    </section>
  )
}

interface Step {
  to: number
  from: number
}

const conflict = v.object({ price: v.number() })

function WayRow({ way }: { way: Way }) {
  const { id, name, description, price, sells } = way
  /** What it was when somebody began to type another; null while nobody does. */
  const [base, setBase] = useState<number | null>(null)
  const [hasTyped, setHasTyped] = useState(false)
  const [slip, setSlip] = useState<Step | null>(null)
  const { change, clash, drop } = usePrice(way)
  const save = (to: number) => {
    const from = base ?? price
    setBase(null)
    if (to === price) return
    if (isPriceSlip(from, to)) setSlip({ to, from })
    else change.mutate({ to, from })
  }
  return (
    <li className="row words-price">
      <span className="g">
        <span className="t">{name}</span>
        <span className="sub">{description}</span>
        {price !== sells && (
          <span className="sub">
            {formatPence(sells)} until the till has the new price, in a moment.
          </span>
        )}
      </span>
      {base !== null ? (
        <PriceForm way={way} onSave={save} onCancel={() => setBase(null)} />
      ) : (
        <button
          type="button"
          className="pe"
          aria-label={`Price of ${name} delivery, ${formatPence(price)}, change`}
          ref={hasTyped ? focusOn : null}
          onClick={() => {
            setBase(price)
            setHasTyped(true)
          }}
        >
          {formatPence(price)}
        </button>
      )}
      {slip !== null && (
        <SlipDialog
          name={`${name} delivery`}
          former={slip.from}
          next={slip.to}
          onKeep={() => setSlip(null)}
          onSure={() => {
            setSlip(null)
            change.mutate(slip)
          }}
        />
      )}
      {clash && (
        <Clash
          key={id}
          typed={formatPence(clash.to)}
          became={formatPence(clash.from)}
          onKeep={drop}
          onUse={() => {
            drop()
            change.mutate(clash)
          }}
        />
      )}
    </li>
  )
}

function usePrice({ id, name }: Way) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<Step | null>(null)
  const change = useChange<Step, unknown>({
    send: ({ to, from }) =>
      ask(client.rpc('desk_set_delivery_price', { p_method: id, p_pence: to, p_before: from })),
    touches: touched,
    show: ({ to }) =>
      showWords(queries, (words) => ({
        ...words,
        delivery: words.delivery.map((way) => (way.id === id ? { ...way, price: to } : way)),
      })),
    done: ({ to, from }) => ({
      text: `${name} delivery: ${formatPence(to)}. It was ${formatPence(from)}.`,
      undo: () => change.mutate({ to: from, from: to }),
    }),
    conflict: ({ to }, now) => setClash({ to, from: v.parse(conflict, now).price }),
  })
  return { change, clash, drop: () => setClash(null) }
}

interface PriceFormProps {
  way: Way
  onSave: (pence: number) => void
  onCancel: () => void
}

function PriceForm({ way: { id, name, price }, onSave, onCancel }: PriceFormProps) {
  const [typed, setTyped] = useState(formatPence(price))
  const [fault, setFault] = useState<string | null>(null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const read = readPence(typed)
        if ('fault' in read) setFault(read.fault)
        else if (read.pence === null) setFault('What does it cost? £0 is free.')
        else onSave(read.pence)
      }}
    >
      <span className="pin">
        <input
          aria-label={`Price of ${name} delivery`}
          aria-invalid={fault !== null}
          aria-describedby={`price-${id}`}
          inputMode="decimal"
          value={typed}
          ref={focusOn}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
        <button type="submit" className="ibtn" aria-label={`Save ${typed}`}>
          <Icon name="tick" />
        </button>
      </span>
      <span id={`price-${id}`}>
        {fault === null ? (
          <span className="fine pinh">was {formatPence(price)}</span>
        ) : (
          <span className="err" role="alert">
            {fault}
          </span>
        )}
      </span>
    </form>
  )
}
