import { useState } from 'react'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import type { Order } from '../../features/orders/queries.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'

/** Shows why an order is on hold, with a button that releases it after a confirmation. */
export function ReleaseHold({ order }: { order: Order }) {
  const { number } = order
  const { why, risk, action } = wordsOf(order)
  const [isAsking, setIsAsking] = useState(false)
  const release = useDeskMutation({
    requiresConnection: true,
    send: () => unwrapResponse(client.rpc('desk_release_hold', { p_number: number })),
    invalidates: [['orders'], ['today']],
    successToast: () => {
      setIsAsking(false)
      return { text: `Order ${number} is in Pack again.` }
    },
  })
  return (
    <div className={`${panelStyles.panel} ${panelStyles.butter} ${layoutStyles.spaceAbove}`}>
      <p className={layoutStyles.spaceAboveSmall}>
        <b>On hold.</b> {why}
      </p>
      <p className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
        <Button look="quiet" onClick={() => setIsAsking(true)}>
          {action}…
        </Button>
      </p>
      <Dialog
        title={`Pack order ${number} anyway?`}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <p className={layoutStyles.spaceAboveSmall}>It goes back into Pack. {risk}</p>
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
          <OnlineButton
            what="Pack it"
            disabled={release.isPending}
            onClick={() => release.mutate()}
          >
            {action}
          </OnlineButton>
          <Button look="quiet" onClick={() => setIsAsking(false)}>
            Keep it on hold
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

function wordsOf({ undeliverableArea: area, dispute, failedRefunds }: Order) {
  const isMoneyCertain = dispute !== 'open' && dispute !== 'lost' && failedRefunds.length === 0
  if (area !== null && isMoneyCertain)
    return {
      why: `It goes to ${area}, where we don’t deliver. Nobody packs it until you let it go or refund it.`,
      risk: `Check with your carrier that it takes parcels to ${area}, and what customs wants.`,
      action: 'It can go',
    }
  return {
    why: 'Nobody packs or sends this order while its money isn’t certain.',
    risk: 'If the bank keeps the money, the goods are gone too.',
    action: 'Pack it anyway',
  }
}
