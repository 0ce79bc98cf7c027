import { useId, useState } from 'react'
import * as v from 'valibot'
import { venueFormSchema, type VenueInput } from '../../../domain/date-form.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { createVersionDraftFormat } from '../../data/draft-format.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { bindField } from '../../ui/bind-field.ts'
import type { Venue } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface VenueFieldProps {
  venues: Venue[]
  /** The slug of the selected venue. */
  value: string
  choose: (slug: string) => void
  fault: string | undefined
}

/** Chooses a venue from the known ones; a new one can be added in place. */
export function VenueField({ venues, value, choose, fault }: VenueFieldProps) {
  const id = useId()
  /** The slug of the venue that is edited; '' for a new one, and null while none is edited. */
  const [editing, setEditing] = useState<string | null>(null)
  const chosen = venues.find(({ slug }) => slug === value)
  return (
    <div className={fault ? `${fieldStyles.field} ${fieldStyles.invalid}` : fieldStyles.field}>
      <label htmlFor={id}>Where</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault ? true : undefined}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">Choose a place</option>
        {venues.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      {fault && <p className={fieldStyles.error}>{fault}</p>}
      <div className={buttonStyles.group}>
        <button type="button" className={buttonStyles.textButton} onClick={() => setEditing('')}>
          A new place…
        </button>
        {chosen && (
          <button
            type="button"
            className={buttonStyles.textButton}
            onClick={() => setEditing(value)}
          >
            Change its address…
          </button>
        )}
      </div>
      {editing !== null && (
        <VenueDialog
          slug={editing}
          venue={venues.find(({ slug }) => slug === editing) ?? null}
          close={() => setEditing(null)}
          done={choose}
        />
      )}
    </div>
  )
}

/** The draft of a venue, with the version that it is based on. */
export const venueDraft = createVersionDraftFormat<VenueInput, Venue | null>(
  v.object({
    name: v.string(),
    street: v.string(),
    locality: v.string(),
    postcode: v.string(),
    website: v.string(),
  }),
  v.object({ version: v.fallback(v.number(), 0) }),
)

const newVenue = { name: '', street: '', locality: 'London', postcode: '', website: '' }

interface VenueDialogProps {
  /** The slug of the venue; '' for a new one. */
  slug: string
  venue: Venue | null
  close: () => void
  done: (slug: string) => void
}

function VenueDialog({ slug, venue, close, done }: VenueDialogProps) {
  const { form, isChanged, base, onConflict, discard } = useDraftForm({
    name: `venue:${slug}`,
    format: venueDraft,
    rules: venueFormSchema,
    row: venue,
    toValues: (row) => (row ? { ...row, website: row.website ?? '' } : newVenue),
    isSnapshot: true,
  })
  const field = bindField(form)
  const leave = () => {
    discard()
    close()
  }
  const save = useDeskMutation({
    send: ({ isAddedAgain = false, ...typed }: VenueInput & { isAddedAgain?: boolean }) =>
      unwrapResponse(
        client.rpc('desk_save_venue', {
          p_venue: typed,
          ...(venue && !isAddedAgain && { p_slug: venue.slug, p_version: base?.version ?? 0 }),
        }),
      ),
    invalidates: [['dates']],
    onConflict,
    conflictSchema: v.null(),
    successToast: ({ name }, saved) => {
      done(saved)
      leave()
      return { text: `${name} saved.` }
    },
  })
  const removed = save.conflict?.input
  return (
    <Dialog title={venue?.name ?? 'A new place'} isOpen onClose={close}>
      <form
        className={layoutStyles.spaceAbove}
        noValidate
        onSubmit={(event) => {
          // Keeps the submit event from the form of the date, which this form is inside of.
          event.stopPropagation()
          void form.handleSubmit((typed) => save.mutate(typed))(event)
        }}
      >
        <Field label="Name" {...field('name')} />
        <Field label="Street" {...field('street')} />
        <div className={fieldStyles.grid}>
          <Field label="Town" {...field('locality')} />
          <Field label="Postcode" {...field('postcode')} />
        </div>
        <Field
          label="Website"
          aside="if it has one"
          type="url"
          placeholder="https://"
          {...field('website')}
        />
        <OnlineButton what="Place" type="submit" isWide disabled={save.isPending}>
          Save this place
        </OnlineButton>
        <DiscardDraftButton isTyped={isChanged} onPress={leave} />
      </form>
      {removed && (
        <ConflictDialog
          mine={removed.name}
          theirs={null}
          onClose={save.dismissConflict}
          onKeepTheirs={leave}
          onUseMine={() => save.mutate({ ...removed, isAddedAgain: true })}
        />
      )}
    </Dialog>
  )
}
