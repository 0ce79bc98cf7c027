import { Link } from 'react-router'
import { normaliseTrackingNumber, getTrackingFault } from '../../../domain/carriers.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDraft } from '../../data/drafts.ts'
import { useStaff } from '../../features/sign-in/session.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { NoteForm } from '../../features/orders/note-form.tsx'
import { CarrierChoice } from './carrier-choice.tsx'
import { type Parcel, countPieces, getPackingTaskPath } from '../../features/packing/parcels.ts'
import { needsRecipeChoice } from '../../features/packing/recipe-choices.ts'
import { useRecipeChoices } from '../../features/packing/use-recipe-choices.ts'
import { RecipeQuestions } from './recipe-questions.tsx'
import {
  emptyPartDraft,
  getPartQuantity,
  getPartVersions,
  getRecipeKey,
  partDraft,
  getPartDraftName,
} from './part-draft.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import styles from './order-dialog.module.css'

/** Dialog of one order to pack: its note, and a form to send a part of it ahead of the rest. */
export function OrderDialog({ parcel, close }: { parcel: Parcel | null; close: () => void }) {
  const { role } = useStaff()
  return (
    <Dialog title={`Order ${parcel?.number ?? ''}`} isOpen={parcel !== null} onClose={close}>
      {parcel && (
        <>
          {role === 'owner' && (
            <p className={layoutStyles.spaceAboveSmall}>
              <Link className={buttonStyles.textButton} to={`/orders/${parcel.number}`}>
                All of this order
              </Link>
            </p>
          )}
          <NoteForm number={parcel.number} note={parcel.note} close={close} />
          {parcel.packedAt !== null && <Unpack parcel={parcel} close={close} />}
          {countPieces(parcel.lines) > 1 && <SendPart parcel={parcel} close={close} />}
        </>
      )}
    </Dialog>
  )
}

function Unpack({ parcel: { number }, close }: { parcel: Parcel; close: () => void }) {
  const unpack = useDeskMutation({
    send: () =>
      unwrapResponse(client.rpc('desk_set_packed', { p_numbers: [number], p_is_packed: false })),
    invalidates: [['orders'], ['today']],
    successToast: () => {
      close()
      return { text: `${number} is back under To pack.` }
    },
  })
  return (
    <p className={layoutStyles.spaceAbove}>
      <OnlineButton
        what="Not packed"
        look="quiet"
        disabled={unpack.isPending}
        onClick={() => unpack.mutate()}
      >
        It is not packed after all
      </OnlineButton>
    </p>
  )
}

function SendPart({ parcel, close }: { parcel: Parcel; close: () => void }) {
  const [typed, keep] = useDraft(getPartDraftName(parcel.number), partDraft)
  const draft = typed ?? emptyPartDraft
  const { carrier, tracking, pieces, recipes } = draft
  const type = (change: Partial<typeof draft>) => keep({ ...draft, ...change })
  const { data } = useRecipeChoices()
  const fault = getTrackingFault(carrier, tracking)
  const whole = countPieces(parcel.lines)
  const lines = parcel.lines
    .map((line) => ({ position: line.position, quantity: getPartQuantity(line, draft) }))
    .filter(({ quantity }) => quantity > 0)
  const questions = (data?.choices ?? []).flatMap((choice) => {
    const line = lines.find(({ position }) => position === choice.position)
    if (choice.number !== parcel.number || line === undefined) return []
    const chosen = getPartVersions(choice, draft, line.quantity)
    return [{ ...choice, pieces: line.quantity, chosen }]
  })
  const isUndecided = questions.some(needsRecipeChoice)
  const chosen = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const part = {
    p_number: parcel.number,
    p_lines: lines.map((line) => {
      const question = questions.find(({ position }) => position === line.position)
      return question ? { ...line, versions: question.chosen, latest: question.latest } : line
    }),
    p_carrier: carrier,
    p_tracking: normaliseTrackingNumber(tracking),
    p_left: whole,
  }
  const send = useDeskMutation({
    send: (pressed: typeof part & { p_request: string }) =>
      unwrapResponse(client.rpc('desk_send_part', pressed)),
    invalidates: [['orders'], ['today']],
    successToast: () => {
      keep(null)
      close()
      return { text: `Part of ${parcel.number} is marked as sent. The rest is still to pack.` }
    },
  })
  return (
    <details className={`${layoutStyles.spaceAboveLarge} ${styles.part}`}>
      <summary className={buttonStyles.textButton}>Send part of it now</summary>
      <ul className={rowStyles.rows}>
        {parcel.lines.map(({ position, name, size, pieces: most }) => (
          <li key={position} className={rowStyles.row}>
            <span className={rowStyles.main}>
              <span className={rowStyles.title}>
                {name}
                {size !== null && ` (${size})`}
              </span>
              <span className={rowStyles.detail}>{most} to send</span>
            </span>
            <QuantityStepper
              name={name}
              pieces={getPartQuantity({ position, pieces: most }, draft)}
              most={most}
              choose={(some) => type({ pieces: { ...pieces, [position]: some } })}
            />
          </li>
        ))}
      </ul>
      <RecipeQuestions
        choices={questions}
        choose={(answers) =>
          type({
            recipes: {
              ...recipes,
              ...Object.fromEntries(
                answers.map(({ choice, versions }) => [getRecipeKey(choice), versions]),
              ),
            },
          })
        }
      />
      {chosen > 0 && chosen < whole && !isUndecided && (
        <p className={layoutStyles.spaceAbove}>
          <ButtonLink look="quiet" to={getPackingTaskPath('part', [parcel.number])}>
            Slip of the part
          </ButtonLink>
        </p>
      )}
      <CarrierChoice
        name="part-carrier"
        carrier={carrier}
        choose={(name) => type({ carrier: name })}
      />
      <Field
        label="Tracking number, if it has one"
        value={tracking}
        autoCapitalize="characters"
        autoComplete="off"
        fault={fault ?? undefined}
        onChange={({ currentTarget: { value } }) => type({ tracking: value })}
      />
      {chosen === whole && (
        <p className={fieldStyles.error}>That’s the whole order. Mark it as sent instead.</p>
      )}
      <OnlineButton
        what="Send a part"
        disabled={
          chosen === 0 || chosen === whole || isUndecided || fault !== null || send.isPending
        }
        onClick={() => send.mutate({ ...part, p_request: crypto.randomUUID() })}
      >
        Mark the part as sent
      </OnlineButton>
    </details>
  )
}
