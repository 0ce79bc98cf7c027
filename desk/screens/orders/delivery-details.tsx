import { formatAddressLines } from '../../../domain/parcel-csv.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copyText } from '../../ui/copy-text.ts'
import type { Order } from '../../features/orders/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import docketStyles from '../../ui/docket.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './delivery-details.module.css'

/** Shows the customer and the delivery address of an order. */
export function DeliveryDetails({
  order: { number, address, email, name, ordersBefore, gift, undeliverableArea },
}: {
  order: Order
}) {
  const lines = address === null ? [] : formatAddressLines(address)
  const copy = () => copyText([address?.name, ...lines].join('\n'), 'Address copied.')
  return (
    <section className={`${docketStyles.docket} ${styles.docket}`} aria-label="Where it goes">
      <p className={textStyles.heading}>{name ?? 'Anonymous'}</p>
      {lines.length > 0 && (
        <address>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
      )}
      {undeliverableArea !== null && (
        <p className={fieldStyles.error}>That’s in {undeliverableArea}, where we don’t deliver.</p>
      )}
      {gift !== null && <GiftBadge gift={gift} />}
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        {email ?? 'No address is kept'} · {beforeText(ordersBefore)}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        {lines.length > 0 && (
          <Button look="quiet" onClick={() => void copy()}>
            Copy address
          </Button>
        )}
        {email !== null && (
          <a
            className={`${buttonStyles.button} ${buttonStyles.quiet}`}
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Your order ${number}`)}`}
          >
            <Icon name="mail" small /> Write
          </a>
        )}
      </div>
    </section>
  )
}

/** Shows the gift badge of an order: recipient, sender and note as entered in the cart. */
function GiftBadge({ gift: { to, from, note } }: { gift: NonNullable<Order['gift']> }) {
  return (
    <p className={layoutStyles.spaceAboveSmall}>
      <b>A present.</b>
      {to !== null && ` To: ${to}.`}
      {from !== null && ` From: ${from}.`}
      {note !== null && ' '}
      {note !== null && <q>{note}</q>}
    </p>
  )
}

const beforeText = (count: number) =>
  count === 0 ? 'first order' : `${count} ${count === 1 ? 'order' : 'orders'} before`
