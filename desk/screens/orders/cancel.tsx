import * as v from 'valibot'
import { formatPence } from '../../../domain/money.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { requestRefund } from '../../features/orders/provider.ts'
import type { Order } from '../../features/orders/queries.ts'
import { RefundAlreadyRequested, useRefundDraft } from './refund-draft.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import styles from './refund-dialog.module.css'

export const cancelDraft = v.object({ restock: v.boolean(), words: v.string() })
const nothing = { restock: true, words: '' }

/** Dialog that cancels an order that has not been sent: all of its money is refunded, and the shopper gets an email. */
export function CancelOrder({ order, close }: { order: Order; close: () => void }) {
  const { number, name, left } = order
  const pieces = order.lines
    .filter(({ isCounted }) => isCounted)
    .reduce((sum, line) => sum + line.quantity - line.gone, 0)
  const { request, typed, type, forget, asked } = useRefundDraft(
    order,
    'cancel',
    cancelDraft,
    nothing,
  )
  const { restock, words } = typed
  const cancel = useDeskMutation({
    requiresConnection: true,
    send: requestRefund,
    invalidates: [['orders']],
    successToast: (_, amount) => {
      forget()
      close()
      return { text: `Order ${number} is cancelled. ${formatPence(amount)} goes back.` }
    },
  })
  const goesOn = order.box !== null && order.box.status !== 'cancelled' && !order.box.endsAt
  if (asked && !cancel.isPending)
    return (
      <Dialog title={`Cancel order ${number}?`} isOpen onClose={close}>
        <RefundAlreadyRequested event={asked} />
      </Dialog>
    )
  return (
    <Dialog title={`Cancel order ${number}?`} slab="coral" isOpen onClose={close}>
      <p className={layoutStyles.spaceAboveSmall}>
        {name ?? 'The shopper'} gets <b>{formatPence(left)}</b> back and a mail that says so.
        {restock && pieces > 0 && ` ${piecesText(pieces)} back on the shelf.`}
        {goesOn && ' The box goes on, and its next payment is taken: stop it, too.'}
      </p>
      {pieces > 0 && (
        <label className={`${fieldStyles.checkbox} ${styles.restock}`}>
          <input
            type="checkbox"
            checked={restock}
            onChange={({ currentTarget: { checked } }) => type({ words, restock: checked })}
          />{' '}
          {pieces === 1 ? 'Put the piece back in stock' : `Put ${pieces} pieces back in stock`}
        </label>
      )}
      <TextArea
        label={`A line for ${name?.split(' ')[0] ?? 'them'}`}
        aside="if you like"
        maxLength={500}
        value={words}
        onChange={({ currentTarget: { value } }) => type({ restock, words: value })}
      />
      <div className={buttonStyles.group}>
        <OnlineButton
          what="Cancel"
          disabled={cancel.isPending}
          onClick={() => {
            type(typed)
            cancel.mutate({ do: 'cancel', request, number, restock, words, left })
          }}
        >
          Cancel and pay back {formatPence(left)}
        </OnlineButton>
        <Button
          look="quiet"
          onClick={() => {
            forget()
            close()
          }}
        >
          Keep the order
        </Button>
      </div>
    </Dialog>
  )
}

const piecesText = (pieces: number) => (pieces === 1 ? 'One piece goes' : `${pieces} pieces go`)
