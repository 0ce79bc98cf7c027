import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { readPence } from '../../../domain/pence-typed.ts'
import { isPriceSlip } from '../../../domain/price-slip.ts'
import { useChange } from '../../changes.ts'
import { useOwnDraftOf } from '../../drafts.ts'
import { focusOn } from '../../ui/focus-on.ts'
import { Icon } from '../../ui/icon.tsx'
import { BecameDialog } from './became-dialog.tsx'
import { keys, setPrice, type SetTo } from './in-place.ts'
import { type ProductRow, showInLists, touched } from './list.ts'
import { priceWords, SlipDialog } from './slip-dialog.tsx'

interface Slip extends SetTo {
  to: number
  from: number
}

const conflict = v.object({ price: v.nullable(v.number()) })
/** With what it was when somebody began to type another. */
const typing = v.object({ from: v.nullable(v.number()), text: v.string() })

/** The price, changed where it stands. */
export function PriceCell({ product }: { product: ProductRow }) {
  const { id, name, price } = product
  const [typed, type] = useOwnDraftOf(`price:${id}`, typing)
  /** It was opened here, and is no draft of an earlier visit. */
  const [isOpened, setOpened] = useState(false)
  const [slip, setSlip] = useState<Slip | null>(null)
  const { change, clash, drop } = usePrice(product)
  const save = (to: number | null) => {
    const from = typed === null ? price : typed.from
    type(null)
    if (to === from) return
    if (to !== null && from !== null && isPriceSlip(from, to)) setSlip({ id, name, to, from })
    else change.mutate({ id, name, to, from })
  }
  return (
    <>
      {typed ? (
        <PriceForm
          product={product}
          typed={typed.text}
          isOpened={isOpened}
          onType={(text) => type({ ...typed, text })}
          onSave={save}
          onCancel={() => type(null)}
        />
      ) : (
        <button
          type="button"
          className="pe"
          data-key="£"
          aria-label={
            price === null
              ? `Set price of ${name}`
              : `Price of ${name}, ${formatPence(price)}, change`
          }
          ref={isOpened ? focusOn : null}
          onClick={() => {
            type({ from: price, text: price === null ? '' : formatPence(price) })
            setOpened(true)
          }}
        >
          {price === null ? 'Set price' : formatPence(price)}
        </button>
      )}
      {slip && (
        <SlipDialog
          name={name}
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
        <BecameDialog
          title={name}
          typed={priceWords(clash.to)}
          became={priceWords(clash.from)}
          onKeep={drop}
          onUse={() => {
            drop()
            change.mutate(clash)
          }}
        />
      )}
    </>
  )
}

function usePrice({ id, name }: ProductRow) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<SetTo | null>(null)
  const change = useChange<SetTo, unknown>({
    send: setPrice,
    keptAs: [...keys.price, id],
    touches: touched,
    show: ({ to }) => showInLists(queries, id, () => ({ price: to })),
    done: ({ to, from }) => ({
      text: `${name}: ${priceWords(to)}. It was ${priceWords(from)}.`,
      undo: () => change.mutate({ id, name, to: from, from: to }),
    }),
    conflict: (step, now) => setClash({ ...step, from: v.parse(conflict, now).price }),
  })
  return { change, clash, drop: () => setClash(null) }
}

interface PriceFormProps {
  product: ProductRow
  typed: string
  isOpened: boolean
  onType: (text: string) => void
  onSave: (pence: number | null) => void
  onCancel: () => void
}

function PriceForm({ product, typed, isOpened, onType, onSave, onCancel }: PriceFormProps) {
  const { name, price } = product
  const [fault, setFault] = useState<string | null>(null)
  return (
    <form
      className="price-form"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readPence(typed)
        if ('fault' in read) setFault(read.fault)
        else if (read.pence === 0) setFault('£0.00 is not a price. Leave it empty for Price TBA.')
        else onSave(read.pence)
      }}
    >
      <span className="pin">
        <input
          aria-label={`Price of ${name}`}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'price-fault'}
          inputMode="decimal"
          value={typed}
          ref={isOpened ? focusOn : null}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        />
        <button type="submit" className="ibtn" aria-label={`Save ${typed || 'Price TBA'}`}>
          <Icon name="tick" />
        </button>
      </span>
      {fault === null ? (
        <span className="fine pinh">
          {price === null ? 'no price yet' : `was ${formatPence(price)}`}
        </span>
      ) : (
        <span className="err" id="price-fault" role="alert">
          {fault}
        </span>
      )}
    </form>
  )
}
