import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { plainTracking, trackingFault } from '../../../domain/carriers.ts'
import { useChange } from '../../changes.ts'
import { ask, client } from '../../client.ts'
import { useKeys } from '../../keys.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ActionBar, TaskHead } from '../../ui/task.tsx'
import { CarrierChoice } from './carrier-choice.tsx'
import { HalfSent, type SendAnswer, sendAnswer } from './half-sent.tsx'
import './pack.css'
import { ordersIn, type Slip, toTask, useSlips } from './parcels.ts'
import { SentMail } from './sent-mail.tsx'
import { TrackingRow } from './tracking-row.tsx'
import { useTrackingDraft } from './tracking-draft.ts'

/** Marks the orders that its address names as sent: a carrier for all, a number for each that has one. */
export function Screen() {
  const [search] = useSearchParams()
  const numbers = ordersIn(search)
  const slips = useSlips(numbers)
  return (
    <>
      <TaskHead title="Mark as sent" back={{ to: toTask('slips', numbers), name: 'Slips' }} />
      {numbers.length === 0 ? (
        <NothingToSend />
      ) : (
        <Loaded query={slips} things="Orders">
          {(list) =>
            list.length === 0 ? <NothingToSend /> : <Parcels key="parcels" slips={list} />
          }
        </Loaded>
      )}
    </>
  )
}

function NothingToSend() {
  return (
    <Empty
      mascot="mascot-boot"
      title="These have left"
      text="Whatever was chosen is marked as sent already."
    >
      <ButtonLink look="quiet" to="/pack">
        Back to Pack
      </ButtonLink>
    </Empty>
  )
}

function Parcels({ slips }: { slips: readonly Slip[] }) {
  const { carrier, trackingOf, setCarrier, setTracking, forget } = useTrackingDraft()
  const [answer, setAnswer] = useState<SendAnswer | null>(null)
  const navigate = useNavigate()
  const faults = slips.map(({ number }) => trackingFault(carrier, trackingOf(number)))
  const toMend = faults.filter((fault) => fault !== null).length
  const send = useChange({
    send: async () =>
      v.parse(
        sendAnswer,
        await ask(
          client.rpc('desk_send', {
            p_carrier: carrier,
            p_parcels: slips.map(({ number }) => ({
              number,
              tracking: plainTracking(trackingOf(number)),
            })),
          }),
        ),
      ),
    touches: [['orders'], ['today']],
    done: (_, given) => {
      forget(given.sent)
      setAnswer(given)
      if (given.refused.length === 0) void navigate('/pack', { state: { sent: given.sent } })
      return null
    },
  })
  const isReady = toMend === 0 && !send.isPending
  const mark = () => {
    if (isReady) send.mutate(undefined)
  }
  useKeys({ 'Mod+enter': mark })
  return (
    <>
      {answer && answer.refused.length > 0 && <HalfSent answer={answer} retry={mark} />}
      <div className="cols">
        <div>
          <CarrierChoice name="carrier" carrier={carrier} choose={setCarrier} />
          <ul className="rows mt">
            {slips.map((slip, at) => (
              <TrackingRow
                key={slip.number}
                slip={slip}
                typed={trackingOf(slip.number)}
                fault={faults[at] ?? null}
                type={(text) => setTracking(slip.number, text)}
              />
            ))}
          </ul>
        </div>
        <SentMail slips={slips} carrier={carrier} trackingOf={trackingOf} />
      </div>
      <ActionBar>
        <small>
          {toMend > 0 && (
            <>
              {toMend} {toMend === 1 ? 'number' : 'numbers'} to mend,
              <br />
            </>
          )}
          {toMend > 0 && 'then '}
          {slips.length} {slips.length === 1 ? 'mail' : 'mails'} in 10 min
        </small>
        <Button onClick={mark} disabled={!isReady}>
          {send.isPaused ? 'Goes with the signal' : `Mark ${slips.length} as sent`}
        </Button>
      </ActionBar>
    </>
  )
}
