import { useState } from 'react'
import { useParams } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Loaded } from '../../ui/query-state.tsx'
import { ActionBar, TaskHead } from '../../features/navigation/task.tsx'
import { BoxPanel } from '../../features/orders/box.tsx'
import { CancelOrder } from './cancel.tsx'
import { Disputes } from './disputes.tsx'
import { Docket } from './docket.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { Lines } from './lines.tsx'
import { Note } from './note.tsx'
import { PackThis } from './pack-this.tsx'
import { States } from '../../features/orders/order-states.tsx'
import { ReleaseHold } from './release-hold.tsx'
import { PayBack } from './pay-back.tsx'
import { type Order, useOrder } from '../../features/orders/queries.ts'
import { Resend } from './resend.tsx'
import { Timeline } from './timeline.tsx'
import './orders.css'

/** One order and its timeline. */
export function Screen() {
  const number = Number(useParams()['number'])
  const order = useOrder(Number.isSafeInteger(number) ? number : 0)
  return (
    <Loaded query={order} things="The order">
      {(found) => (found === null ? <NoOrder /> : <OneOrder key={found.number} order={found} />)}
    </Loaded>
  )
}

function NoOrder() {
  return (
    <Empty mascot="garlic-shrug" title="No such order" text="Look for its name or its postcode.">
      <ButtonLink look="quiet" to="/orders?find">
        Search
      </ButtonLink>
    </Empty>
  )
}

function OneOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState<'pay back' | 'cancel' | null>(null)
  const { number, state, left } = order
  const isHere = state === 'to-pack' || state === 'packed'
  const mayCancel = state === 'to-pack' && !order.isPartSent && left > 0
  const close = () => setOpen(null)
  const payBack = left > 0 && (
    <Button look="quiet" onClick={() => setOpen('pay back')}>
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
      <TaskHead title={String(number)}>
        <span className="chips">
          <States order={order} />
        </span>
        <span className="fill" />
        <span className="btns only-l">
          {isHere && (
            <ButtonLink look="quiet" to={`/pack/slips?orders=${number}`}>
              <Icon name="print" small /> Slip
            </ButtonLink>
          )}
          {payBack}
          {cancel}
        </span>
      </TaskHead>
      <div className="cols">
        <div>
          <FailedRefunds order={order} payBack={() => setOpen('pay back')} />
          <Disputes order={order} />
          {state === 'on-hold' && <ReleaseHold order={order} />}
          <Docket order={order} />
          <Note order={order} />
          <Lines order={order} />
        </div>
        <div>
          <Timeline order={order} />
          <div className="btns mt">
            {order.isPaid && order.email !== null && <Resend order={order} />}
            <span className="only-p">{cancel}</span>
          </div>
          {order.box && <BoxPanel box={order.box} number={number} />}
        </div>
      </div>
      {(isHere || left > 0) && (
        <ActionBar>
          <span className="btns only-p">{payBack}</span>
          {isHere && <PackThis order={order} />}
        </ActionBar>
      )}
      {open === 'pay back' && <PayBack order={order} close={close} />}
      {open === 'cancel' && <CancelOrder order={order} close={close} />}
    </>
  )
}
