import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { EditablePrice } from '../../features/products/editable-price.tsx'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import {
  updateCachedSiteContent,
  siteContentKeys,
  type DeliveryMethod,
} from '../../features/site-content/queries.ts'
import { deliveryKey, type DeliveryPriceInput, saveDeliveryPrice } from './mutations.ts'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './words.module.css'

/** The price of each delivery method, which is edited in place. */
export function DeliveryPrices({ methods }: { methods: readonly DeliveryMethod[] }) {
  return (
    <section className={layoutStyles.spaceAboveLarge} aria-labelledby="delivery">
      <h2 className={textStyles.heading} id="delivery">
        Delivery prices
      </h2>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
        In the cart, the mails, the terms and the answer about delivery.
      </p>
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {methods.map((method) => (
          <MethodRow key={method.id} method={method} />
        ))}
      </ul>
    </section>
  )
}

const conflictSchema = v.object({ price: v.number() })

function MethodRow({ method }: { method: DeliveryMethod }) {
  const { id, name, description, price, sells } = method
  const change = usePrice(method)
  const { conflict } = change
  return (
    <li className={`${rowStyles.row} ${styles.price}`}>
      <span className={rowStyles.main}>
        <span className={rowStyles.title}>{name}</span>
        <span className={rowStyles.detail}>{description}</span>
        {price !== sells && (
          <span className={rowStyles.detail}>
            {formatPence(sells)} until the till has the new price, in a moment.
          </span>
        )}
      </span>
      <EditablePrice
        draft={`delivery:${id}`}
        name={`${name} delivery`}
        price={price}
        faultOf={(pence) => (pence === null ? 'What does it cost? £0 is free.' : null)}
        onSave={({ to, from }) => {
          if (to !== null && from !== null)
            change.mutate({ method: id, name: `${name} delivery`, to, from })
        }}
      />
      {conflict && (
        <ConflictDialog
          mine={formatPence(conflict.input.to)}
          theirs={formatPence(conflict.now.price)}
          onClose={change.dismissConflict}
          onUseMine={() => change.mutate({ ...conflict.input, from: conflict.now.price })}
        />
      )}
    </li>
  )
}

function usePrice({ id }: DeliveryMethod) {
  const queries = useQueryClient()
  const change = useDeskMutation({
    send: saveDeliveryPrice,
    offlineKey: [...deliveryKey, id],
    invalidates: siteContentKeys,
    conflictSchema,
    optimisticUpdate: ({ to }: DeliveryPriceInput) =>
      updateCachedSiteContent(queries, (words) => ({
        ...words,
        delivery: words.delivery.map((method) =>
          method.id === id ? { ...method, price: to } : method,
        ),
      })),
    successToast: (step) => ({
      text: `${step.name}: ${formatPence(step.to)}. It was ${formatPence(step.from)}.`,
      undo: () => change.mutate({ ...step, to: step.from, from: step.to }),
      about: `delivery:${id}`,
    }),
  })
  return change
}
