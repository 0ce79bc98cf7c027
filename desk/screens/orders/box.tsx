import { useState } from 'react'
import { Link } from 'react-router'
import { dayText } from '../../../domain/day-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { useChange } from '../../changes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { askProvider } from './provider.ts'
import type { Box } from './read.ts'

/** How it stands with the box that this order began, or is a later one of. */
export function BoxPanel({ box, number }: { box: Box; number: number }) {
  const [isStopping, setStopping] = useState(false)
  return (
    <section aria-labelledby="box">
      <div className="sh">
        <h2 className="h2" id="box">
          The box
        </h2>
      </div>
      <p>{boxText(box)}</p>
      {box.overdue !== null && (
        <p className="err">
          {formatPence(box.overdue)} did not come through
          {box.retryAt === null ? '.' : ` and is tried again on ${dayText(box.retryAt)}.`}
        </p>
      )}
      {box.began !== number && (
        <p className="sub mt0">
          Number {box.turn} in turn. It began with{' '}
          <Link className="hl" to={`/orders/${box.began}`}>
            order {box.began}
          </Link>
          , where it is stopped.
        </p>
      )}
      {box.began === number && box.status !== 'cancelled' && (
        <p className="btns mt">
          <Button look="destroy" onClick={() => setStopping(true)}>
            Stop the box…
          </Button>
        </p>
      )}
      {isStopping && <StopBox box={box} close={() => setStopping(false)} />}
    </section>
  )
}

function boxText({ status, amount, nextAt, endsAt, endedAt }: Box): string {
  if (status === 'cancelled') return `It ended${endedAt === null ? '' : ` on ${dayText(endedAt)}`}.`
  if (endsAt !== null) return `It ends on ${dayText(endsAt)}. No more payments are taken.`
  return `It goes on. The next ${formatPence(amount)} is taken on ${dayText(nextAt)}.`
}

/** Asks whether a box ends now or with the time that is paid for. */
export function StopBox({ box, close }: { box: Box; close: () => void }) {
  const { began: number, endsAt, overdue } = box
  const stop = useChange({
    send: (atOnce: boolean) => askProvider({ do: 'stop box', number, atOnce }),
    touches: [['orders']],
    done: (atOnce) => {
      close()
      return { text: atOnce ? 'The box has ended.' : 'The box ends when the paid time is over.' }
    },
  })
  return (
    <Dialog title="Stop the box?" isOpen onClose={close}>
      <p className="mt0">
        No more payments are taken, a mail says so, and what is paid for is still sent. Nothing is
        paid back by this.
        {overdue !== null && ' What is overdue is still collected unless the box ends at once.'}
      </p>
      <div className="btns mt2">
        {endsAt === null && (
          <Button disabled={stop.isPending} onClick={() => stop.mutate(false)}>
            Stop at its end
          </Button>
        )}
        <Button look="destroy" disabled={stop.isPending} onClick={() => stop.mutate(true)}>
          Stop now
        </Button>
        <Button look="quiet" onClick={close}>
          Keep the box
        </Button>
      </div>
    </Dialog>
  )
}
