import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { readPence } from '../../../domain/pence-typed.ts'
import { isPriceSlip } from '../../../domain/price-slip.ts'
import { ask, client } from '../../client.ts'
import { useChange } from '../../changes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ProductRow, showInLists, touched } from './list.ts'
import { priceWords, SlipDialog } from './slip-dialog.tsx'

interface Step {
  to: number | null
  from: number | null
}

const conflict = v.object({ price: v.nullable(v.number()) })

/** The price, changed where it stands. */
export function PriceCell({ product }: { product: ProductRow }) {
  const { name, price } = product
  const [isTyping, setTyping] = useState(false)
  const [slip, setSlip] = useState<number | null>(null)
  const { change, clash, drop } = usePrice(product)
  const save = (to: number | null) => {
    setTyping(false)
    if (to === price) return
    if (to !== null && isPriceSlip(price, to)) setSlip(to)
    else change.mutate({ to, from: price })
  }
  return (
    <>
      {isTyping ? (
        <PriceForm product={product} onSave={save} onCancel={() => setTyping(false)} />
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
          onClick={() => setTyping(true)}
        >
          {price === null ? 'Set price' : formatPence(price)}
        </button>
      )}
      {slip !== null && price !== null && (
        <SlipDialog
          name={name}
          former={price}
          next={slip}
          onKeep={() => setSlip(null)}
          onSure={() => {
            setSlip(null)
            change.mutate({ to: slip, from: price })
          }}
        />
      )}
      {clash && (
        <Dialog title={name} isOpen onClose={drop}>
          <p className="mt">
            You typed {priceWords(clash.to)}. It became {priceWords(clash.now)}.
          </p>
          <div className="btns mt2">
            <Button onClick={drop}>Keep {priceWords(clash.now)}</Button>
            <Button
              look="quiet"
              onClick={() => {
                drop()
                change.mutate({ to: clash.to, from: clash.now })
              }}
            >
              Use {priceWords(clash.to)}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function usePrice({ id, name }: ProductRow) {
  const queries = useQueryClient()
  const [clash, setClash] = useState<{ to: number | null; now: number | null } | null>(null)
  const change = useChange<Step, unknown>({
    send: ({ to, from }) =>
      ask(client.rpc('desk_set_price', { p_product: id, p_pence: to, p_before: from })),
    touches: touched,
    show: ({ to }) => showInLists(queries, id, { price: to }),
    done: ({ to, from }) => ({
      text: `${name}: ${priceWords(to)}. It was ${priceWords(from)}.`,
      undo: () => change.mutate({ to: from, from: to }),
    }),
    conflict: ({ to }, now) => setClash({ to, now: v.parse(conflict, now).price }),
  })
  return { change, clash, drop: () => setClash(null) }
}

interface PriceFormProps {
  product: ProductRow
  onSave: (pence: number | null) => void
  onCancel: () => void
}

function PriceForm({ product: { name, price }, onSave, onCancel }: PriceFormProps) {
  const [typed, setTyped] = useState(price === null ? '' : formatPence(price))
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
          // Whoever opens the field is about to type.
          ref={(field) => field?.focus()}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
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
