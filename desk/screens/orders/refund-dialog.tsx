import type { SubmitEvent } from 'react'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { parsePence } from '../../../domain/parse-pence.ts'
import { calculateRefundShare } from '../../../domain/refund-share.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { LineThumbnail } from './lines.tsx'
import { requestRefund } from '../../features/orders/provider.ts'
import { RefundAlreadyRequested, useRefundDraft } from './refund-draft.tsx'
import type { Order, OrderLine } from '../../features/orders/queries.ts'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './refund-dialog.module.css'

const chosenSchema = v.object({ pieces: v.number(), restock: v.boolean() })
type Chosen = v.InferOutput<typeof chosenSchema>

export const refundDraft = v.object({
  /** The pieces to refund, by the position of the order line. */
  chosen: v.record(v.string(), chosenSchema),
  hasDelivery: v.boolean(),
  sum: v.string(),
  reason: v.string(),
})
const nothing: v.InferOutput<typeof refundDraft> = {
  chosen: {},
  hasDelivery: false,
  sum: '',
  reason: '',
}

/**
 * Dialog that refunds lines, the delivery price, or an amount. A refund cannot be undone; a second press repeats the same request,
 * so nothing is refunded twice.
 */
export function RefundDialog({ order, close }: { order: Order; close: () => void }) {
  const { number, name, total, left } = order
  const choice = useChoice(order)
  const { goes, fault, asked } = choice
  const change = useDeskMutation({
    send: requestRefund,
    invalidates: [['orders']],
    successToast: (_, amount) => {
      choice.forget()
      close()
      return { text: `${formatPence(amount)} goes back to ${name ?? 'the shopper'}.` }
    },
  })
  const isAsked = asked !== undefined && !change.isPending
  const press = (event: SubmitEvent) => {
    event.preventDefault()
    choice.type({})
    if (fault === undefined && goes > 0) change.mutate(choice.toSend)
  }
  return (
    <Dialog title="Pay back" slab="pink" isOpen onClose={close}>
      {isAsked ? (
        <RefundAlreadyRequested event={asked} />
      ) : (
        <>
          <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
            Order {number} · {name ?? 'anonymous'} · paid {formatPence(total)}
            {left < total && `, ${formatPence(left)} left`}
          </p>
          <form onSubmit={press}>
            <WhatGoesBack order={order} choice={choice} />
            <SumAndReason choice={choice} />
            <p className={styles.sum}>
              <b>Goes back the way it was paid</b>
              <b className={styles.amount}>{formatPence(goes)}</b>
            </p>
            <OnlineButton
              what="Pay back"
              type="submit"
              isWide
              disabled={goes === 0 || fault !== undefined || change.isPending}
            >
              Pay back {formatPence(goes)}
            </OnlineButton>
            <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
              Cannot be undone. {name ?? 'The shopper'} gets a mail; the bank shows it in five to
              ten working days.
            </p>
            <DiscardDraftButton
              isTyped={choice.isTyped && !change.isPending}
              onPress={choice.forget}
            />
          </form>
        </>
      )}
    </Dialog>
  )
}

type Choice = ReturnType<typeof useChoice>

/** State of the dialog: the pieces to refund, and their amount. */
function useChoice(order: Order) {
  const { number, total, left } = order
  const draft = useRefundDraft(order, 'pay-back', refundDraft, nothing)
  const { request, typed } = draft
  const { chosen, hasDelivery, reason } = typed
  // The delivery price that was actually paid, which a discount code may have reduced: the total less what was paid for the lines.
  const deliveryPrice = order.lines.reduce((rest, { paid }) => rest - paid, total)
  // By default refunded pieces go back into stock only if the order has not been sent.
  const isHere = order.state === 'to-pack' || order.state === 'packed'
  const ofLine = ({ position }: OrderLine) =>
    chosen[position] ?? { pieces: 0, restock: isHere && !order.isPartSent }
  const type = (change: Partial<typeof typed>) => draft.type({ ...typed, ...change })
  const choose = (line: OrderLine, change: Partial<Chosen>) =>
    type({ chosen: { ...chosen, [line.position]: { ...ofLine(line), ...change } } })
  const lines = order.lines.filter((line) => ofLine(line).pieces > 0)
  const sum = parsePence(typed.sum)
  const beside = (hasDelivery ? deliveryPrice : 0) + (('pence' in sum && sum.pence) || 0)
  const goes = lines.reduce(
    (all, line) => all + calculateRefundShare(line, ofLine(line).pieces),
    beside,
  )
  const toSend = {
    do: 'refund',
    request,
    number,
    lines: lines.map((line) => {
      const { pieces: quantity, restock } = ofLine(line)
      return { position: line.position, quantity, restock }
    }),
    amount: beside === 0 ? null : beside,
    reason,
    left,
  } as const
  const fault = faultOf('fault' in sum ? sum.fault : undefined, goes, left)
  return { ...draft, type, ofLine, choose, deliveryPrice, goes, fault, toSend }
}

function faultOf(typed: string | undefined, goes: number, left: number): string | undefined {
  if (typed !== undefined) return typed
  return goes > left ? `That is ${formatPence(goes)}, and ${formatPence(left)} is left.` : undefined
}

function WhatGoesBack({ order, choice }: { order: Order; choice: Choice }) {
  const { typed, type, ofLine, choose, deliveryPrice } = choice
  return (
    <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
      {order.lines.map((line) => (
        <LineChoice
          key={line.position}
          line={line}
          choice={ofLine(line)}
          choose={(change) => choose(line, change)}
        />
      ))}
      {deliveryPrice > 0 && (
        <li>
          <label className={rowStyles.row}>
            <input
              type="checkbox"
              checked={typed.hasDelivery}
              onChange={({ currentTarget: { checked } }) => type({ hasDelivery: checked })}
            />
            <span className={rowStyles.main}>{order.deliveryName} delivery</span>{' '}
            {formatPence(deliveryPrice)}
          </label>
        </li>
      )}
    </ul>
  )
}

interface LineChoiceProps {
  line: OrderLine
  choice: Chosen
  choose: (change: Partial<Chosen>) => void
}

function LineChoice({ line, choice: { pieces, restock }, choose }: LineChoiceProps) {
  const most = line.quantity - line.gone
  return (
    <li className={styles.line}>
      <div className={styles.product}>
        <LineThumbnail line={line} isSmall />
        <span className={styles.words}>
          <b>{line.name}</b>
          <br />
          <span className={textStyles.detail}>
            {most === 0 ? 'all of it has gone back' : `of ${most}`} · {formatPence(line.unitAmount)}{' '}
            each
          </span>
        </span>
        {most > 0 && (
          <QuantityStepper
            name={line.name}
            pieces={pieces}
            most={most}
            choose={(some) => choose({ pieces: some })}
          />
        )}
      </div>
      {pieces > 0 && line.isCounted && (
        <label className={`${fieldStyles.checkbox} ${styles.restock}`}>
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

function SumAndReason({ choice: { typed, type, fault } }: { choice: Choice }) {
  return (
    <>
      <Field
        label="An amount"
        aside="on top of what’s ticked"
        inputMode="decimal"
        autoComplete="off"
        placeholder="£0.00"
        value={typed.sum}
        fault={fault}
        onChange={({ currentTarget: { value } }) => type({ sum: value })}
      />
      <Field
        label="Why"
        aside="only the desk sees this"
        maxLength={500}
        autoComplete="off"
        value={typed.reason}
        onChange={({ currentTarget: { value } }) => type({ reason: value })}
      />
    </>
  )
}
