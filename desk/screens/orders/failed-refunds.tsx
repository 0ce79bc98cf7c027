import { useState } from 'react'
import { describeRefundFailure } from '../../../domain/dispute-words.ts'
import { formatPence } from '../../../domain/money.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { FailedRefund, Order } from '../../features/orders/queries.ts'
import { formatShortTime } from '../../lib/times.ts'
import textStyles from '../../ui/text.module.css'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'

type Way = 'elsewhere' | 'left'

/** Lists the refunds that did not reach the shopper, each with what can be done next. */
export function FailedRefunds({ order, payBack }: { order: Order; payBack: () => void }) {
  return order.failedRefunds.map((refund) => (
    <FailedRefundPanel key={refund.id} refund={refund} order={order} payBack={payBack} />
  ))
}

function FailedRefundPanel({
  refund,
  order: { name, left },
  payBack,
}: {
  refund: FailedRefund
  order: Order
  payBack: () => void
}) {
  const [way, setWay] = useState<Way | null>(null)
  const sum = formatPence(refund.amount)
  // Less is left to refund than failed, so a bank has withdrawn the payment, or it was refunded again meanwhile.
  const isOwed = left >= refund.amount
  return (
    <section
      className={`${panelStyles.panel} ${panelStyles.bad} ${layoutStyles.spaceAbove}`}
      aria-label="Refund that failed"
    >
      <p
        className={`${textStyles.heading} ${panelStyles.badTitle} ${layoutStyles.spaceAboveSmall}`}
      >
        The refund of {sum} failed
      </p>
      <p>
        {formatShortTime(refund.failedAt)}: {describeRefundFailure(refund.why)}.{' '}
        {isOwed
          ? `The money is in your balance again. Refund it once more, or pay ${name ?? 'them'} another way, such as a bank transfer.`
          : `Only ${formatPence(left)} of this order is left, since it was refunded again or a bank has withdrawn the payment. Don’t pay it twice.`}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        {isOwed && (
          <>
            <Button look="quiet" onClick={payBack}>
              Refund again…
            </Button>
            <Button look="quiet" onClick={() => setWay('elsewhere')}>
              I’ve paid it another way…
            </Button>
          </>
        )}
        <Button look="quiet" onClick={() => setWay('left')}>
          Don’t pay it back…
        </Button>
      </div>
      {way !== null && <Settle refund={refund} way={way} close={() => setWay(null)} />}
    </section>
  )
}

function Settle({ refund, way, close }: { refund: FailedRefund; way: Way; close: () => void }) {
  const sum = formatPence(refund.amount)
  const settle = useDeskMutation({
    requiresConnection: true,
    send: () => unwrapResponse(client.rpc('desk_settle_refund', { p_id: refund.id, p_how: way })),
    invalidates: [['orders'], ['today']],
    successToast: () => {
      close()
      return {
        text: way === 'elsewhere' ? `${sum} counts as refunded.` : `${sum} isn’t refunded.`,
      }
    },
  })
  const isPaid = way === 'elsewhere'
  return (
    <Dialog
      title={isPaid ? `Was ${sum} paid another way?` : `Keep the ${sum}?`}
      isOpen
      onClose={close}
    >
      <p className={layoutStyles.spaceAboveSmall}>
        {isPaid
          ? 'The order shows it as refunded, and what it was for isn’t sent. The payment provider’s figures stay as they are, and no email goes out: tell them yourself.'
          : 'The order goes on as before: what hasn’t been sent can be packed. No email goes out.'}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <OnlineButton
          what={isPaid ? 'Mark as paid' : 'Keep it'}
          disabled={settle.isPending}
          onClick={() => settle.mutate()}
        >
          {isPaid ? 'Yes, it’s paid' : 'Keep it'}
        </OnlineButton>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
