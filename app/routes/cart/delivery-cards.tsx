import { deliveryAreaWords } from '../../../domain/delivery-area.ts'
import { type DeliveryOption, parseDeliveryChoice, xlAbove } from '../../../domain/delivery.ts'
import { formatPence } from '../../../domain/money.ts'
import { chooseDelivery } from '../../features/cart/cart-actions.ts'
import type { CartState } from '../../features/cart/cart-store.ts'
import { useAnnounced } from '../../ui/announcer.ts'
import { classes } from '../../ui/classes.ts'
import { ErrorText } from '../../ui/field.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import styles from './delivery-cards.module.css'
import { upgradeNote } from './upgrade-note.ts'

const mascots = { standard: 'boot', priority: 'bolt', xl: 'bear' } as const

interface DeliveryCardsProps {
  options: DeliveryOption[]
  cart: CartState
  missing: boolean
}

export function DeliveryCards({ options, cart, missing }: DeliveryCardsProps) {
  const { forced } = cart.delivery
  const choices = options.filter((option) => option.id !== 'xl')
  const xl = options.find((option) => option.id === 'xl')
  const chosen = options.find((option) => option.id === cart.chosen)
  const upgrade = forced ? upgradeNote(cart.count, chosen?.name ?? null) : null
  useAnnounced(upgrade && `Delivery is XL now. ${upgrade}`)
  const asks = missing && cart.delivery.id === null
  return (
    <fieldset
      className={styles.delivery}
      disabled={forced}
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
        {choices.map((option) => (
          <label key={option.id} className={forced ? styles.off : undefined}>
            <input
              type="radio"
              name="delivery"
              value={option.id}
              checked={!forced && option.id === cart.chosen}
              onChange={(event) => chooseDelivery(parseDeliveryChoice(event.currentTarget.value))}
            />
            <span className={styles.card}>
              <CardFace option={option} />
            </span>
          </label>
        ))}
        {forced && xl !== undefined && (
          <div className={classes(styles.card, styles.xl)}>
            <CardFace option={xl} />
          </div>
        )}
      </div>
      {forced ? (
        <p className={styles.note}>
          <b>Upgraded to XL.</b> {upgrade}
        </p>
      ) : (
        xl !== undefined && (
          <p className={styles.hint}>
            More than {xlAbove} items go XL for {formatPence(xl.price)}, automatically.
          </p>
        )
      )}
      <p className={styles.hint}>{deliveryAreaWords}</p>
    </fieldset>
  )
}

function CardFace({ option }: { option: DeliveryOption }) {
  return (
    <>
      <Mascot name={mascots[option.id]} />
      <b>
        {option.name} <i>{formatPence(option.price)}</i>
      </b>
      <small>{option.description}</small>
    </>
  )
}
