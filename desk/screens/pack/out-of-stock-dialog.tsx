import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { PickListRow } from '../../features/packing/parcels.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'

interface OutOfStockDialogProps {
  rows: readonly PickListRow[]
  isOpen: boolean
  close: () => void
}

/**
 * Lists products that are missing from the shelf, and the orders that need them. Such an order can go back to waiting, or a part of
 * it can be sent from Pack.
 */
export function OutOfStockDialog({ rows, isOpen, close }: OutOfStockDialogProps) {
  const putBack = useDeskMutation({
    send: (number: number) => unwrapResponse(client.rpc('desk_put_back', { p_number: number })),
    invalidates: [['orders'], ['today']],
    successToast: (number) => ({
      text: `${number} is off the list and back on Pack. Put back what you’d picked for it.`,
    }),
  })
  const missing = rows.filter(({ isPicked }) => !isPicked)
  return (
    <Dialog title="Something is missing" isOpen={isOpen} onClose={close}>
      <p className={`${textStyles.detail} ${layoutStyles.spaceAbove}`}>
        If you can’t fill an order, take it off the list. You can send part of it from Pack.
      </p>
      {missing.length === 0 && <p className={layoutStyles.spaceAbove}>Everything is ticked.</p>}
      <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
        {missing.map(({ slug, size, name, wantedBy }) => (
          <li key={`${slug}:${size}`} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={rowStyles.title}>
                {name}
                {size !== null && ` (${size})`}
              </span>
              <span className={`${buttonStyles.group} ${layoutStyles.spaceAboveSmall}`}>
                {wantedBy.map(({ number }) => (
                  <OnlineButton
                    what={`Put ${number} back`}
                    key={number}
                    look="quiet"
                    disabled={putBack.isPending}
                    onClick={() => putBack.mutate(number)}
                  >
                    Put {number} back
                  </OnlineButton>
                ))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
