import { useState } from 'react'
import { useParams } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar, TaskHeader } from '../../features/navigation/task.tsx'
import { BoxPanel } from '../../features/orders/box.tsx'
import { CancelOrder } from './cancel.tsx'
import { Disputes } from './disputes.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { OrderLines } from './lines.tsx'
import { OrderNote } from './note.tsx'
import { PackOrder } from './pack-order.tsx'
import { OrderStatuses } from '../../features/orders/order-statuses.tsx'
import { ReleaseHold } from './release-hold.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { type Order, useOrder } from '../../features/orders/queries.ts'
import { ResendButton } from './resend.tsx'
import { Timeline } from './timeline.tsx'
import buttonStyles from '../../ui/button.module.css'
import chipStyles from '../../ui/chip.module.css'
import layoutStyles from '../../ui/layout.module.css'
import styles from './orders.module.css'

/** The screen of one order with its timeline. */
export function Screen() {
  const number = Number(useParams()['number'])
  const order = useOrder(Number.isSafeInteger(number) ? number : 0)
  return (
    <QueryBoundary query={order} things="The order">
      {(found) => (found === null ? <NoOrder /> : <OneOrder key={found.number} order={found} />)}
    </QueryBoundary>
  )
}

function NoOrder() {
  return (
    <EmptyState
      mascot="garlic-shrug"
      title="No such order"
      text="Look for its name or its postcode."
    >
      <ButtonLink look="quiet" to="/orders?find">
        Search
      </ButtonLink>
    </EmptyState>
  )
}

function OneOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState<'refund' | 'cancel' | null>(null)
  const { number, state, left } = order
  const isHere = state === 'to-pack' || state === 'packed'
  const mayCancel = state === 'to-pack' && !order.isPartSent && left > 0
  const close = () => setOpen(null)
  const payBack = left > 0 && (
    <Button look="quiet" onClick={() => setOpen('refund')}>
      Pay back…
    </Button>
  )
  const cancel = mayCancel && (
    <Button look="destroy" onClick={() => setOpen('cancel')}>
      Cancel order…
    </Button>
  )
  return (
    <>
      <TaskHeader title={String(number)}>
        <span className={`${chipStyles.chips} ${styles.states}`}>
          <OrderStatuses order={order} />
        </span>
        <span className={styles.space} />
        <span className={`${buttonStyles.group} ${layoutStyles.laptopOnly}`}>
          {isHere && (
            <ButtonLink look="quiet" to={`/pack/slips?orders=${number}`}>
              <Icon name="print" small /> Slip
            </ButtonLink>
          )}
          {payBack}
          {cancel}
        </span>
      </TaskHeader>
      <div className={layoutStyles.columns}>
        <div>
          <FailedRefunds order={order} payBack={() => setOpen('refund')} />
          <Disputes order={order} />
          {state === 'on-hold' && <ReleaseHold order={order} />}
          <DeliveryDetails order={order} />
          <OrderNote order={order} />
          <OrderLines order={order} />
        </div>
        <div>
          <Timeline order={order} />
          <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
            {order.isPaid && order.email !== null && <ResendButton order={order} />}
            <span className={layoutStyles.phoneOnly}>{cancel}</span>
          </div>
          {order.box && <BoxPanel box={order.box} number={number} />}
        </div>
      </div>
      {(isHere || left > 0) && (
        <ActionBar isPhoneOnly={!isHere}>
          <span className={`${buttonStyles.group} ${layoutStyles.phoneOnly}`}>{payBack}</span>
          {isHere && <PackOrder order={order} />}
        </ActionBar>
      )}
      {open === 'refund' && <RefundDialog order={order} close={close} />}
      {open === 'cancel' && <CancelOrder order={order} close={close} />}
    </>
  )
}
