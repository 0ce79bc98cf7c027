import * as v from 'valibot'
import { describeRefundFailure } from '../../../domain/dispute-words.ts'
import { formatPence } from '../../../domain/money.ts'
import { getEmailLabel } from '../../features/orders/email-labels.ts'
import type { OrderEvent } from '../../features/orders/queries.ts'
import { formatLoggedJar } from '../../features/packing/logged-jar.ts'

interface TimelineText {
  title: string
  /** Details that are shown after the time. */
  more: string[]
  /** The name of a colour token. */
  tone: string
}

/** Titles of actions at the desk, by their names in the log. */
const actionLabels: Record<string, string> = {
  send: 'Marked as sent',
  undo_send: 'Sending taken back',
  pay_back_again: 'Asked the payment provider again',
  put_back: 'Taken off the pick list',
  note: 'Note changed',
  resend: 'Order mail asked for again',
  undo_resend: 'Order mail called back',
  release_hold: 'Packed in spite of the hold',
  settle_refund: 'Failed refund settled',
  skip_box: 'One box skipped',
  unskip_box: 'Skipping taken back',
}

const said = (parts: readonly (string | null | undefined | false)[]): string[] =>
  parts.flatMap((part) => part || [])

/** Returns the title, details and colour of an event in an order's timeline. */
export function timelineLabel(event: OrderEvent): TimelineText {
  const { what, who } = event
  switch (what) {
    case 'placed':
      return {
        title: 'Ordered',
        more: said([event.terms && `terms of ${event.terms}`]),
        tone: 'mint',
      }
    case 'paid':
      return { title: `Paid ${formatPence(event.amount ?? 0)}`, more: [], tone: 'mint' }
    case 'sold_out':
      return { title: 'Sold out when it was paid for', more: ['it all goes back'], tone: 'bad' }
    case 'packed':
      return { title: 'Packed', more: [], tone: 'sky' }
    case 'sent':
      return { title: 'Sent', more: said([event.carrier, event.tracking, who]), tone: 'mint' }
    case 'send_part':
    case 'undo_send_part':
      return partWords(event)
    case 'paid_back':
    case 'cancelled':
      return refundWords(event)
    case 'refund_failed':
      return {
        title: `The refund of ${formatPence(event.amount ?? 0)} failed`,
        more: [describeRefundFailure(event.reason ?? null)],
        tone: 'bad',
      }
    case 'mail':
      return mailWords(event)
    case 'provider':
      return {
        title: capital(plainBox(event.detail ?? event.type ?? '')),
        more: ['payment provider'],
        tone: 'butter',
      }
    case 'choose_recipe':
      return { title: jarTitle(event), more: said([who]), tone: 'butter' }
    case 'stop_box':
    case 'skip_box':
    case 'unskip_box':
      return boxWords(event)
    default:
      return {
        title: actionLabels[what] ?? what.replaceAll('_', ' '),
        more: said([who]),
        tone: 'butter',
      }
  }
}

/** Describes the payment provider's status of a subscription, as recorded by `settle_subscription`. */
const plainBox = (noted: string): string =>
  noted
    .replace(/the box is cancelled(, cancelled)?/, 'the box has ended')
    .replace(/the box is [a-z ]+, cancelled/, 'the box is cancelled, and ends when it is due')
    .replace(/the box is (past due|unpaid)/, 'the box’s payment did not come')
    .replace('the box is active', 'the box goes on')

/** Returns '2 × Spice Bag Mix, 1 × Tee (size M)' for the pieces that were sent or refunded. */
const piecesOf = ({ pieces }: Pick<OrderEvent, 'pieces'>): string | undefined =>
  pieces
    ?.map(({ name, quantity, size }) => `${quantity} × ${name}${size ? ` (size ${size})` : ''}`)
    .join(', ')

/** Returns the text about refunded pieces that were restocked, which names them unless it was all; undefined when none were. */
function describeRestocked({ pieces }: OrderEvent): string | undefined {
  const back = pieces?.filter(({ isRestocked }) => isRestocked) ?? []
  if (back.length === 0) return undefined
  const isAll = back.length === pieces?.length
  return isAll ? 'back on the shelf' : `back on the shelf: ${piecesOf({ pieces: back })}`
}

const jarChosen = v.looseObject({
  line: v.string(),
  jar: v.picklist(['old', 'new', 'other', 'both']),
  since: v.optional(v.string()),
})

function jarTitle({ after }: OrderEvent): string {
  const chosen = v.safeParse(jarChosen, after)
  return chosen.success
    ? `${chosen.output.line}: ${formatLoggedJar(chosen.output.jar, chosen.output.since)} goes in`
    : 'Old or new jar chosen'
}

function partWords(event: OrderEvent): TimelineText {
  const { what, carrier, tracking, who } = event
  return what === 'send_part'
    ? {
        title: 'Part sent',
        more: said([piecesOf(event), carrier, tracking, who]),
        tone: 'mint',
      }
    : {
        title: 'Part-sending undone',
        more: said([piecesOf(event), who]),
        tone: 'butter',
      }
}

function refundWords(event: OrderEvent): TimelineText {
  const { what, amount, isBooked, reason, words, who } = event
  const sum = formatPence(amount ?? 0)
  const back = isBooked ? `${sum} paid back` : `${sum} is asked to go back`
  return {
    title: what === 'cancelled' ? `Cancelled, ${back}` : capital(back),
    more: said([
      what === 'paid_back' && piecesOf(event),
      describeRestocked(event),
      reason && `“${reason}”`,
      words && `“${words}”`,
      who,
    ]),
    tone: isBooked ? 'blush' : 'butter',
  }
}

/** Matches an action that the payment provider has not confirmed. */
const notDone = v.looseObject({ isDone: v.literal(false) })
const atOnce = v.looseObject({ atOnce: v.literal(true) })

function boxWords({ what, who, after }: OrderEvent): TimelineText {
  const title =
    what === 'stop_box'
      ? `Box stopped ${v.is(atOnce, after) ? 'at once' : 'at its end'}`
      : (actionLabels[what] ?? what)
  return v.is(notDone, after)
    ? { title: `${title}?`, more: said(['the payment provider did not say yes', who]), tone: 'bad' }
    : { title, more: said([who]), tone: 'butter' }
}

function mailWords({ template, state, to, error }: OrderEvent): TimelineText {
  const name = getEmailLabel(template ?? '')
  switch (state) {
    case 'failed':
      return { title: `${name} is stuck`, more: said([to, error]), tone: 'bad' }
    case 'called off':
      return { title: `${name} was not needed`, more: said([error]), tone: 'off' }
    case 'waiting':
      return { title: `${name} goes next`, more: said([to, error]), tone: 'butter' }
    case 'sent':
    case null:
    case undefined:
      return { title: `${name} sent`, more: said([to]), tone: 'mint' }
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
