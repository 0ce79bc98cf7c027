import * as v from 'valibot'
import { unwrapResponse, client } from '../../data/client.ts'
import { DeskError } from '../../lib/errors.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraft } from '../../data/drafts.ts'
import { TextArea } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import layoutStyles from '../../ui/layout.module.css'

export const orderNoteDraft = v.object({ note: v.string(), was: v.string() })
const conflictSchema = v.object({ note: v.nullable(v.string()) })
type NoteChange = v.InferOutput<typeof orderNoteDraft>

interface NoteFormProps {
  number: number
  note: string | null
  close: () => void
}

/** Changes the note of an order; the text is stored on the device until it is saved. */
export function NoteForm({ number, note, close }: NoteFormProps) {
  const [draft, keep] = useDraft(`order-note:${number}`, orderNoteDraft)
  const typed = draft?.note ?? note ?? ''
  const sent = {
    send: ({ note: p_note, was: p_was }: NoteChange) =>
      unwrapResponse(client.rpc('desk_set_order_note', { p_number: number, p_note, p_was })),
    invalidates: [['orders']],
  }
  const back = useDeskMutation(sent)
  const change = useDeskMutation({
    ...sent,
    conflictSchema,
    successToast: ({ note: now, was: before }: NoteChange) => {
      keep(null)
      close()
      return {
        text: now.trim() === '' ? 'The note is gone.' : 'Note saved.',
        undo: () => back.mutate({ note: before, was: now }),
        about: `note:${number}`,
      }
    },
  })
  const theirs = change.conflict && (change.conflict.now.note ?? '')
  const was = theirs ?? draft?.was ?? note ?? ''
  const isRefused = change.error instanceof DeskError && change.error.code !== 'PT409'
  const fault =
    theirs === null
      ? isRefused && change.error?.message
      : `Somebody else has written “${theirs}”. Close to leave it, or save yours over it.`
  return (
    <form
      className={layoutStyles.spaceAbove}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ note: typed, was })
      }}
    >
      <TextArea
        label="Note, which only the desk sees"
        value={typed}
        maxLength={500}
        fault={fault || undefined}
        onChange={({ currentTarget: { value } }) => keep({ note: value, was })}
      />
      <OnlineButton what="Note" type="submit" look="quiet" disabled={change.isPending}>
        Save the note
      </OnlineButton>
    </form>
  )
}
