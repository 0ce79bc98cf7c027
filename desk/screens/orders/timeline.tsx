import { Link } from 'react-router'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useNow } from '../../lib/clock.ts'
import type { SentBatch } from '../../features/packing/parcels.ts'
import { useUndoSent } from '../../features/packing/undo-sent.ts'
import { useUndoResend } from './resend.tsx'
import { requestRefund } from '../../features/orders/provider.ts'
import { timelineLabel } from './timeline-labels.ts'
import type { OrderEvent, Order } from '../../features/orders/queries.ts'
import { formatShortTime } from '../../lib/times.ts'
import buttonStyles from '../../ui/button.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './timeline.module.css'

/** The timeline of an order, with the steps that are still to come. */
export function Timeline({ order }: { order: Order }) {
  const now = useNow(10_000)
  const isWaiting = order.state === 'to-pack' || order.state === 'packed'
  return (
    <>
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading}>What happened</h2>
      </div>
      <ol className={styles.timeline}>
        {order.events.map((event, at) => (
          <Event key={at} event={event} number={order.number} now={now} />
        ))}
        {order.state === 'to-pack' && <ToCome what="Packed" when="not yet" />}
        {isWaiting && (
          <ToCome
            what="Sent, with ‘On its way’ mail"
            when={order.deliveryTime ?? 'within 30 days at the latest'}
          />
        )}
      </ol>
    </>
  )
}

function ToCome({ what, when }: { what: string; when: string }) {
  return (
    <li className={styles.upcoming}>
      <b>{what}</b>
      <span className={`${textStyles.detail} ${styles.detail}`}>{when}</span>
    </li>
  )
}

function Event({ event, number, now }: { event: OrderEvent; number: number; now: number }) {
  const { title, more, tone } = timelineLabel(event)
  const facts = [formatShortTime(event.at), ...more].join(' · ')
  return (
    <li style={{ '--k': `var(--${tone})` }}>
      <b>{title}</b>
      <span className={`${textStyles.detail} ${styles.detail}`}>{facts}</span>
      {event.isBooked === false && event.refund && <RetryRefundButton refund={event.refund} />}
      {event.mailsAt && Date.parse(event.mailsAt) > now && (
        <TakeBack
          sent={
            event.part ? { numbers: [], parts: [event.part] } : { numbers: [number], parts: [] }
          }
        />
      )}
      {event.what === 'mail' && event.state === 'failed' && (
        <Link className={buttonStyles.textButton} to="/mail">
          See it in Mail
        </Link>
      )}
      {event.state === 'waiting' && event.key && <CallBack number={number} mail={event.key} />}
    </li>
  )
}

/** Button that unmarks an order as sent, shown until its email is sent. */
function TakeBack({ sent }: { sent: Pick<SentBatch, 'numbers' | 'parts'> }) {
  const undo = useUndoSent()
  return (
    <button
      type="button"
      className={buttonStyles.textButton}
      disabled={undo.isPending}
      onClick={() => undo.mutate(sent)}
    >
      Undo
    </button>
  )
}

/** Button that retries a refund which the payment provider has not confirmed. */
export function RetryRefundButton({ refund }: { refund: string }) {
  const again = useDeskMutation({
    send: () => requestRefund({ do: 'retry_refund', request: refund }),
    invalidates: [['orders']],
    successToast: () => ({ text: 'Asked again. It’ll only be paid back once.' }),
  })
  return (
    <button
      type="button"
      className={buttonStyles.textButton}
      disabled={again.isPending}
      onClick={() => again.mutate()}
    >
      Ask the payment provider again
    </button>
  )
}

/**
 * Button that cancels an email which was requested at the desk and is not sent yet. The email's key ends in the idempotency key of
 * that request.
 */
function CallBack({ number, mail }: { number: number; mail: string }) {
  const undo = useUndoResend(number)
  const [template, , request] = mail.split(':')
  if (request === undefined || !/^(order_confirmation|box_renewal)$/.test(template ?? ''))
    return null
  return (
    <button type="button" className={buttonStyles.textButton} onClick={() => undo(request)}>
      Undo
    </button>
  )
}
