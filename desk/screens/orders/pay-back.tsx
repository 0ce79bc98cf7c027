import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { readPence } from '../../../domain/pence-typed.ts'
import { shareOf } from '../../../domain/refund-share.ts'
import { useChange } from '../../changes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { Pieces } from '../../ui/pieces.tsx'
import { ThrowAway } from '../../ui/throw-away.tsx'
import { Thumb } from './lines.tsx'
import { payBack } from './provider.ts'
import { AskedAlready, useRefundDraft } from './refund-draft.tsx'
import type { Order, OrderLine } from './read.ts'

const chosenSchema = v.object({ pieces: v.number(), restock: v.boolean() })
type Chosen = v.InferOutput<typeof chosenSchema>

const schema = v.object({
  /** By the position of a line. */
  chosen: v.record(v.string(), chosenSchema),
  hasDelivery: v.boolean(),
  sum: v.string(),
  reason: v.string(),
})
const nothing: v.InferOutput<typeof schema> = {
  chosen: {},
  hasDelivery: false,
  sum: '',
  reason: '',
}

/** Pays back lines, delivery, or a sum. Once pressed there is no undo, and a second press is the first. */
export function PayBack({ order, close }: { order: Order; close: () => void }) {
  const { number, name, total, left, deliveryName } = order
  // What was paid for it: a code may have been for everything.
  const deliveryPrice = order.lines.reduce((rest, { paid }) => rest - paid, total)
  // While it is here it goes back to the shelf; what has left does not by itself.
  const isHere = order.state === 'to-pack' || order.state === 'packed'
  const draft = useRefundDraft(order, 'pay-back', schema, nothing)
  const { request, typed, forget, asked } = draft
  const { chosen, hasDelivery, reason } = typed
  const type = (change: Partial<typeof typed>) => draft.type({ ...typed, ...change })
  const choiceOf = ({ position }: OrderLine) =>
    chosen[position] ?? { pieces: 0, restock: isHere && !order.isPartSent }
  const choose = (line: OrderLine, change: Partial<Chosen>) =>
    type({ chosen: { ...chosen, [line.position]: { ...choiceOf(line), ...change } } })
  const lines = order.lines.filter((line) => choiceOf(line).pieces > 0)
  const sum = readPence(typed.sum)
  const beside = (hasDelivery ? deliveryPrice : 0) + (('pence' in sum && sum.pence) || 0)
  const goes = lines.reduce((all, line) => all + shareOf(line, choiceOf(line).pieces), beside)
  const fault = faultOf('fault' in sum ? sum.fault : undefined, goes, left)
  const change = useChange({
    send: payBack,
    touches: [['orders']],
    done: (_, amount) => {
      forget()
      close()
      return { text: `${formatPence(amount)} goes back to ${name ?? 'the shopper'}.` }
    },
  })
  const press = () => {
    type({})
    if (fault !== undefined || goes === 0) return
    change.mutate({
      do: 'pay back',
      request,
      number,
      lines: lines.map((line) => {
        const { pieces: quantity, restock } = choiceOf(line)
        return { position: line.position, quantity, restock }
      }),
      amount: beside === 0 ? null : beside,
      reason,
      left,
    })
  }
  if (asked && !change.isPending)
    return (
      <Dialog title="Pay back" isOpen onClose={close}>
        <AskedAlready event={asked} />
      </Dialog>
    )
  return (
    <Dialog title="Pay back" isOpen onClose={close}>
      <p className="sub mt0">
        Order {number} · {name ?? 'anonymous'} · paid {formatPence(total)}
        {left < total && `, ${formatPence(left)} left`}
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          press()
        }}
      >
        <ul className="rows mt">
          {order.lines.map((line) => (
            <LineChoice
              key={line.position}
              line={line}
              choice={choiceOf(line)}
              choose={(change) => choose(line, change)}
            />
          ))}
          {deliveryPrice > 0 && (
            <li>
              <label className="row">
                <input
                  type="checkbox"
                  checked={hasDelivery}
                  onChange={({ currentTarget: { checked } }) => type({ hasDelivery: checked })}
                />
                <span className="g">{deliveryName} delivery</span> {formatPence(deliveryPrice)}
              </label>
            </li>
          )}
        </ul>
        <Field
          label={
            <>
              A sum <span className="sub">(beside what is chosen)</span>
            </>
          }
          inputMode="decimal"
          autoComplete="off"
          placeholder="£0.00"
          value={typed.sum}
          fault={fault}
          onChange={({ currentTarget: { value } }) => type({ sum: value })}
        />
        <Field
          label={
            <>
              Why <span className="sub">(only the desk sees this)</span>
            </>
          }
          maxLength={500}
          autoComplete="off"
          value={reason}
          onChange={({ currentTarget: { value } }) => type({ reason: value })}
        />
        <p className="goes-back">
          <b>Goes back the way it was paid</b>
          <b className="goes-back__sum">{formatPence(goes)}</b>
        </p>
        <OnlineButton
          what="Pay back"
          type="submit"
          isWide
          disabled={goes === 0 || fault !== undefined || change.isPending}
        >
          Pay back {formatPence(goes)}
        </OnlineButton>
        <p className="sub mt">
          Cannot be undone. {name ?? 'The shopper'} gets a mail; the bank shows it in five to ten
          working days.
        </p>
        <ThrowAway isTyped={draft.isTyped && !change.isPending} onPress={forget} />
      </form>
    </Dialog>
  )
}

function faultOf(typed: string | undefined, goes: number, left: number): string | undefined {
  if (typed !== undefined) return typed
  return goes > left ? `That is ${formatPence(goes)}, and ${formatPence(left)} is left.` : undefined
}

interface LineChoiceProps {
  line: OrderLine
  choice: Chosen
  choose: (change: Partial<Chosen>) => void
}

function LineChoice({ line, choice: { pieces, restock }, choose }: LineChoiceProps) {
  const most = line.quantity - line.gone
  return (
    <li className="pay-line">
      <div className="order-line">
        <Thumb line={line} isSmall />
        <span className="g">
          <b>{line.name}</b>
          <br />
          <span className="sub">
            {most === 0 ? 'all of it has gone back' : `of ${most}`} · {formatPence(line.unitAmount)}{' '}
            each
          </span>
        </span>
        {most > 0 && (
          <Pieces
            name={line.name}
            pieces={pieces}
            most={most}
            choose={(some) => choose({ pieces: some })}
          />
        )}
      </div>
      {pieces > 0 && line.isCounted && (
        <label className="restock">
          <input
            type="checkbox"
            checked={restock}
            onChange={({ currentTarget: { checked } }) => choose({ restock: checked })}
          />{' '}
          Put {pieces} back on the shelf
        </label>
      )}
    </li>
  )
}
