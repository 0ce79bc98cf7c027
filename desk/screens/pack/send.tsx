import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { normaliseTrackingNumber, getTrackingFault } from '../../../domain/carriers.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar, TaskHeader } from '../../features/navigation/task.tsx'
import { CarrierChoice } from './carrier-choice.tsx'
import { PartiallySent } from './partially-sent.tsx'
import {
  parseOrderNumbers,
  listOrdersToReprint,
  type Slip,
  getPackingTaskPath,
  useSlips,
} from '../../features/packing/parcels.ts'
import { needsRecipeChoice, formatJarsToChoose } from '../../features/packing/recipe-choices.ts'
import { RecipeQuestions } from './recipe-questions.tsx'
import {
  getRefusalText,
  getSentToast,
  sendParcels,
  type SendResult,
  sendParcelsKey,
} from './mutations.ts'
import { SentEmailPreview } from './sent-email-preview.tsx'
import { TrackingRow } from './tracking-row.tsx'
import { useTrackingDraft } from './tracking-draft.ts'
import { useRecipeAnswers } from './use-recipe-answers.ts'
import { useOfflineParcels, OfflineParcels } from './waiting.tsx'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import styles from './send.module.css'

/** The screen that marks the orders in the URL as sent, with one carrier for all and an optional tracking number for each. */
export function Screen() {
  const [search] = useSearchParams()
  const numbers = parseOrderNumbers(search)
  const slips = useSlips(numbers)
  const waiting = useOfflineParcels()
  const [answer, setAnswer] = useState<SendResult | null>(null)
  const areWaiting = numbers.every((number) => waiting.includes(number))
  return (
    <>
      <TaskHeader
        title="Mark as sent"
        back={{ to: getPackingTaskPath('slips', numbers), name: 'Slips' }}
      />
      <OfflineParcels />
      {numbers.length === 0 ? (
        <NothingToSend refused={[]} />
      ) : areWaiting && slips.data === undefined ? null : (
        <QueryBoundary query={slips} things="Orders">
          {(list) =>
            list.length === 0 ? (
              <NothingToSend refused={answer?.refused ?? []} />
            ) : (
              <Parcels
                key="parcels"
                slips={list}
                areWaiting={areWaiting}
                answer={answer}
                setAnswer={setAnswer}
              />
            )
          }
        </QueryBoundary>
      )}
    </>
  )
}

/** Shown when another packer has sent these orders already: the tracking numbers typed here are in no email. */
function NothingToSend({ refused }: Pick<SendResult, 'refused'>) {
  return (
    <>
      <Refused refused={refused} />
      <EmptyState
        mascot="mascot-boot"
        title="These have left"
        text="Whatever was chosen is marked as sent already."
      >
        <ButtonLink look="quiet" to="/pack">
          Back to Pack
        </ButtonLink>
      </EmptyState>
    </>
  )
}

function Refused({ refused }: Pick<SendResult, 'refused'>) {
  if (refused.length === 0) return null
  return (
    <div className={`${panelStyles.panel} ${panelStyles.bad} ${styles.notice}`} role="alert">
      {refused.map((one) => (
        <p key={one.number} className={layoutStyles.spaceAboveSmall}>
          {getRefusalText(one)}
        </p>
      ))}
    </div>
  )
}

interface ParcelsProps {
  slips: readonly Slip[]
  /** True when the parcels were marked as sent while offline, and the request waits for a connection. */
  areWaiting: boolean
  answer: SendResult | null
  setAnswer: (answer: SendResult) => void
}

function Parcels({ slips, areWaiting, answer, setAnswer }: ParcelsProps) {
  const { carrier, trackingOf, setCarrier, setTracking } = useTrackingDraft(
    slips.map(({ number }) => number),
  )
  const navigate = useNavigate()
  const faults = slips.map(({ number }) => getTrackingFault(carrier, trackingOf(number)))
  const toMend = faults.filter((fault) => fault !== null).length
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const change = useDeskMutation({
    send: sendParcels,
    offlineKey: sendParcelsKey,
    invalidates: [['orders'], ['today']],
    successToast: (_, given) => {
      if (!isHere.current) return getSentToast(given)
      setAnswer(given)
      if (given.refused.length === 0) void navigate('/pack', { state: { sent: given.sent } })
      return null
    },
  })
  const isStillHere = ({ number }: SendResult['refused'][number]) =>
    slips.some((slip) => slip.number === number)
  const { questions, answered, answersOf, choose } = useRecipeAnswers(slips)
  const reprinted = listOrdersToReprint(slips)
  const open = questions.filter(needsRecipeChoice).length
  const isReady = toMend === 0 && open === 0 && !change.isPending && !areWaiting
  const mark = () => {
    const parcels = slips.map(({ number }) => ({
      number,
      tracking: normaliseTrackingNumber(trackingOf(number)),
      recipes: answersOf(number),
    }))
    if (isReady) change.mutate({ carrier, parcels })
  }
  useShortcuts({ 'Mod+enter': mark })
  return (
    <>
      {answer && !change.isPending && (
        <>
          <Refused refused={answer.refused.filter((one) => !isStillHere(one))} />
          <PartiallySent
            sent={answer.sent}
            refused={answer.refused.filter(isStillHere)}
            pressed={answer.sent.length + answer.refused.length}
            retry={mark}
          />
        </>
      )}
      <div className={layoutStyles.columns}>
        <div>
          <RecipeQuestions choices={questions} isDisabled={areWaiting} choose={choose} />
          {reprinted.length > 0 && (
            <p className={styles.notice}>
              <ButtonLink look="quiet" to={getPackingTaskPath('slips', reprinted)}>
                Print {reprinted.length === 1 ? 'its slip' : 'their slips'} again
              </ButtonLink>
            </p>
          )}
          <CarrierChoice name="carrier" carrier={carrier} choose={setCarrier} />
          <ul className={`${rowStyles.rows} ${layoutStyles.spaceAbove}`}>
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
        <SentEmailPreview slips={answered} carrier={carrier} trackingOf={trackingOf} />
      </div>
      <ActionBar>
        <small>
          {open > 0 && (
            <>
              {formatJarsToChoose(open)}
              <br />
            </>
          )}
          {toMend > 0 && (
            <>
              {toMend} {toMend === 1 ? 'number' : 'numbers'} to fix,
              <br />
            </>
          )}
          {toMend > 0 && 'then '}
          {slips.length} {slips.length === 1 ? 'mail' : 'mails'} in 10 min
        </small>
        <Button onClick={mark} disabled={!isReady}>
          {areWaiting ? 'Waiting for signal' : `Mark ${slips.length} as sent`}
        </Button>
      </ActionBar>
    </>
  )
}
