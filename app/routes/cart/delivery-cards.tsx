import { deliveryAreaText } from '../../../domain/delivery-area.ts'
import { type DeliveryMethod, isAutomaticMethod } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { chooseDelivery } from '../../features/cart/cart-actions.ts'
import type { CartState } from '../../features/cart/cart-store.ts'
import { useAnnouncement } from '../../ui/announcer.ts'
import { joinClasses } from '../../ui/classes.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import styles from './delivery-cards.module.css'
import { formatUpgradeNote } from './upgrade-note.ts'

interface DeliveryCardsProps {
  methods: DeliveryMethod[]
  /** The cart's delivery method; null while none is chosen. */
  method: DeliveryMethod | null
  /** True when the number of pieces determines the method. */
  isForced: boolean
  cart: CartState
  missing: boolean
}

export function DeliveryCards({ methods, method, isForced, cart, missing }: DeliveryCardsProps) {
  const choices = methods.filter((each) => !isAutomaticMethod(each))
  const automatic = methods.filter(isAutomaticMethod)
  const most = Math.min(...automatic.map(({ automaticAbove }) => automaticAbove))
  const chosen = choices.find(({ id }) => id === cart.deliveryMethodId)
  const upgrade = isForced ? formatUpgradeNote(cart.count, most, chosen?.name ?? null) : null
  useAnnouncement(upgrade && `Delivery is ${method?.name} now. ${upgrade}`)
  const asks = missing && method === null
  return (
    <fieldset
      className={styles.delivery}
      disabled={isForced}
      aria-describedby={asks ? 'delivery-missing' : undefined}
    >
      <legend>Delivery</legend>
      {asks && (
        <div className={styles.missing} role="alert">
          <ErrorText id="delivery-missing">
            Please choose a delivery option before proceeding to checkout.
          </ErrorText>
        </div>
      )}
      <div className={styles.cards}>
        {choices.map((choice) => (
          <label key={choice.id} className={isForced ? styles.off : undefined}>
            <input
              type="radio"
              name="delivery"
              value={choice.id}
              checked={!isForced && choice.id === cart.deliveryMethodId}
              onChange={(event) => chooseDelivery(event.currentTarget.value)}
            />
            <span className={styles.card}>
              <CardFace method={choice} />
            </span>
          </label>
        ))}
        {isForced && method !== null && (
          <div className={joinClasses(styles.card, styles.forced)}>
            <CardFace method={method} />
          </div>
        )}
      </div>
      {isForced ? (
        <p className={styles.note}>
          <b>Upgraded to {method?.name}.</b> {upgrade}
        </p>
      ) : (
        automatic.map(({ id, name, price, automaticAbove }) => (
          <p key={id} className={styles.hint}>
            More than {automaticAbove} items go {name} for {formatPence(price)}, automatically.
          </p>
        ))
      )}
      <p className={styles.hint}>{deliveryAreaText}</p>
    </fieldset>
  )
}

function CardFace({ method }: { method: DeliveryMethod }) {
  return (
    <>
      <Mascot name={getMascot(method)} />
      <b>
        {method.name} <i>{formatPence(method.price)}</i>
      </b>
      <small>{method.description}</small>
    </>
  )
}

function getMascot(method: DeliveryMethod): 'bear' | 'bolt' | 'boot' {
  if (isAutomaticMethod(method)) return 'bear'
  return method.isPriority ? 'bolt' : 'boot'
}
