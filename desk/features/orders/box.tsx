import { useState } from 'react'
import { Link } from 'react-router'
import { dayText } from '../../../domain/day-text.ts'
import { type OverdueCause, parseOverdueCause } from '../../../domain/overdue-cause.ts'
import { formatPence } from '../../../domain/money.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { changeBox } from './provider.ts'
import type { Box } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'

/** Shows the state of the subscription that this order began or renews. */
export function BoxPanel({ box, number }: { box: Box; number: number }) {
  return (
    <section className={layoutStyles.spaceAboveLarge} aria-labelledby="box">
      <div className={textStyles.sectionHead}>
        <h2 className={textStyles.heading} id="box">
          The box
        </h2>
      </div>
      <p>{boxText(box)}</p>
      {box.overdue !== null && (
        <p className={fieldStyles.error}>
          {formatPence(box.overdue)} {overdueTexts[parseOverdueCause(box.cause)]}
          {box.retryAt === null ? '.' : ` and will be tried again on ${dayText(box.retryAt)}.`}
        </p>
      )}
      {box.began !== number && (
        <p className={`${textStyles.detail} ${layoutStyles.spaceAboveSmall}`}>
          Box {box.turn} of the subscription that began with{' '}
          <Link className={textStyles.highlight} to={`/orders/${box.began}`}>
            order {box.began}
          </Link>
          . To stop it, go there.
        </p>
      )}
      {box.began === number && box.status !== 'cancelled' && (
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
          <BoxActions box={box} />
        </div>
      )}
    </section>
  )
}

const overdueTexts: Record<OverdueCause, string> = {
  confirm: 'waits for its customer to confirm it to their bank',
  funds: 'did not go through, for lack of money',
  expired: 'did not go through, as the card has expired',
  declined: 'did not go through',
}

function boxText({ status, amount, nextAt, dueAt, isSkipped, endsAt, endedAt }: Box): string {
  if (status === 'cancelled') return `It ended${endedAt === null ? '' : ` on ${dayText(endedAt)}`}.`
  if (endsAt !== null) return `It ends on ${dayText(endsAt)}. No more payments.`
  const goesOn = isSkipped ? `The box of ${dayText(dueAt)} is skipped.` : 'It carries on.'
  return `${goesOn} The next ${formatPence(amount)} is taken on ${dayText(nextAt)}.`
}

/** Actions for a subscription that is not over: skip one delivery, or cancel all of it. */
export function BoxActions({ box }: { box: Box }) {
  const [asks, ask] = useState<'skip' | 'stop' | null>(null)
  const skip = useSkip(box)
  const close = () => ask(null)
  return (
    <>
      {box.isSkipped ? (
        <OnlineButton
          what="Don’t skip"
          look="quiet"
          disabled={skip.isPending}
          onClick={() => skip.mutate(false)}
        >
          Don’t skip it
        </OnlineButton>
      ) : (
        box.status === 'active' &&
        box.endsAt === null && (
          <Button look="quiet" onClick={() => ask('skip')}>
            Skip one…
          </Button>
        )
      )}
      <Button look="destroy" onClick={() => ask('stop')}>
        Stop the box…
      </Button>
      {asks === 'skip' && <SkipBox box={box} close={close} />}
      {asks === 'stop' && <StopBox box={box} close={close} />}
    </>
  )
}

/** Mutation that skips the next subscription box or un-skips it; the toast has an Undo. */
function useSkip({ began: number, dueAt: due }: Box, close?: () => void) {
  const change = {
    send: (skips: boolean) => changeBox({ do: 'skip_renewal', number, due, skips }),
    invalidates: [['orders']],
  }
  const back = useDeskMutation(change)
  return useDeskMutation({
    ...change,
    successToast: (skips) => {
      close?.()
      const text = `The box of ${dayText(due)} ${skips ? 'is skipped' : 'is no longer skipped'}.`
      return { text, undo: () => back.mutate(!skips), about: `skip:${number}` }
    },
  })
}

/** Confirmation of skipping a box: explains that its payment is not taken. */
function SkipBox({ box, close }: { box: Box; close: () => void }) {
  const skip = useSkip(box, close)
  return (
    <Dialog title="Skip one box?" isOpen onClose={close}>
      <p className={layoutStyles.spaceAboveSmall}>
        We won’t take {formatPence(box.amount)} on {dayText(box.dueAt)} or pack a box for it. The
        next one comes as usual; a mail tells them when. A box already paid for still goes out.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <OnlineButton what="Skip" disabled={skip.isPending} onClick={() => skip.mutate(true)}>
          Skip this one
        </OnlineButton>
        <Button look="quiet" onClick={close}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}

/** Asks whether to end a subscription now or at the end of the paid period. */
function StopBox({ box, close }: { box: Box; close: () => void }) {
  const { began: number, endsAt, overdue } = box
  const stop = useDeskMutation({
    requiresConnection: true,
    send: (atOnce: boolean) => changeBox({ do: 'cancel_subscription', number, atOnce }),
    invalidates: [['orders']],
    successToast: (atOnce) => {
      close()
      return { text: atOnce ? 'The box has ended.' : 'The box ends when the paid time is up.' }
    },
  })
  return (
    <Dialog title="Stop the box?" slab="coral" isOpen onClose={close}>
      <p className={layoutStyles.spaceAboveSmall}>
        {endsAt === null
          ? 'No more payments, and a mail tells them. Anything already paid for still goes out.'
          : `It ends on ${dayText(endsAt)} anyway, and no more payments are taken. Anything already paid for still goes out.`}{' '}
        This doesn’t pay anything back.
        {overdue !== null && ' We’ll still try to collect what’s overdue, unless you stop it now.'}
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        {endsAt === null && (
          <OnlineButton
            what="Stop later"
            disabled={stop.isPending}
            onClick={() => stop.mutate(false)}
          >
            Stop when the paid time is up
          </OnlineButton>
        )}
        <OnlineButton
          what="Stop now"
          look="destroy"
          disabled={stop.isPending}
          onClick={() => stop.mutate(true)}
        >
          Stop now
        </OnlineButton>
        <Button look="quiet" onClick={close}>
          Keep the box
        </Button>
      </div>
    </Dialog>
  )
}
