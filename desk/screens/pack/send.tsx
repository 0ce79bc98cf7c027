import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { plainTracking, trackingFault } from '../../../domain/carriers.ts'
import { useChange } from '../../changes.ts'
import { useKeys } from '../../keys.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { ActionBar, TaskHead } from '../../ui/task.tsx'
import { CarrierChoice } from './carrier-choice.tsx'
import { HalfSent } from './half-sent.tsx'
import './pack.css'
import { ordersIn, type Slip, toTask, useSlips } from './parcels.ts'
import { saidOf, send, type SendAnswer, sendKey } from './sending.ts'
import { SentMail } from './sent-mail.tsx'
import { TrackingRow } from './tracking-row.tsx'
import { useTrackingDraft } from './tracking-draft.ts'
import { useWaiting, Waiting } from './waiting.tsx'

/** Marks the orders that its address names as sent: a carrier for all, a number for each that has one. */
export function Screen() {
  const [search] = useSearchParams()
  const numbers = ordersIn(search)
  const slips = useSlips(numbers)
  const waiting = useWaiting()
  const areWaiting = numbers.every((number) => waiting.includes(number))
  return (
    <>
      <TaskHead title="Mark as sent" back={{ to: toTask('slips', numbers), name: 'Slips' }} />
      <Waiting />
      {numbers.length === 0 ? (
        <NothingToSend />
      ) : areWaiting && slips.data === undefined ? null : (
        <Loaded query={slips} things="Orders">
          {(list) =>
            list.length === 0 ? (
              <NothingToSend />
            ) : (
              <Parcels key="parcels" slips={list} areWaiting={areWaiting} />
            )
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

interface ParcelsProps {
  slips: readonly Slip[]
  /** They are marked already, and go with the signal. */
  areWaiting: boolean
}

function Parcels({ slips, areWaiting }: ParcelsProps) {
  const { carrier, trackingOf, setCarrier, setTracking } = useTrackingDraft()
  const [answer, setAnswer] = useState<SendAnswer | null>(null)
  const navigate = useNavigate()
  const faults = slips.map(({ number }) => trackingFault(carrier, trackingOf(number)))
  const toMend = faults.filter((fault) => fault !== null).length
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const change = useChange({
    send,
    keptAs: sendKey,
    touches: [['orders'], ['today']],
    done: (_, given) => {
      if (!isHere.current) return saidOf(given)
      setAnswer(given)
      if (given.refused.length === 0) void navigate('/pack', { state: { sent: given.sent } })
      return null
    },
  })
  const isReady = toMend === 0 && !change.isPending && !areWaiting
  const mark = () => {
    const parcels = slips.map(({ number }) => ({
      number,
      tracking: plainTracking(trackingOf(number)),
    }))
    if (isReady) change.mutate({ carrier, parcels })
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
          {areWaiting ? 'Goes with the signal' : `Mark ${slips.length} as sent`}
        </Button>
      </ActionBar>
    </>
  )
}
