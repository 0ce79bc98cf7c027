import { valibotResolver } from '@hookform/resolvers/valibot'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { venueForm, type VenueInput } from '../../../domain/date-form.ts'
import { ask, client } from '../../data/client.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraftOf } from '../../data/drafts.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ThrowAway } from '../../ui/discard-draft.tsx'
import { useVersion } from '../../ui/use-version.ts'
import { useKeepTyped } from '../../ui/keep-typed.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { bindField } from '../../ui/bind-field.ts'
import type { Venue } from './queries.ts'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'

interface VenueFieldProps {
  venues: Venue[]
  /** The slug of the venue. */
  value: string
  choose: (slug: string) => void
  fault: string | undefined
}

/** Chooses a venue from the known ones; a new one can be added in place. */
export function VenueField({ venues, value, choose, fault }: VenueFieldProps) {
  const id = useId()
  /** The slug of the venue that is edited; '' for a new one. */
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
          venue={venues.find(({ slug }) => slug === editing) ?? null}
          close={() => setEditing(null)}
          done={choose}
        />
      )}
    </div>
  )
}

/** The draft of a venue, with the version that it is based on. */
export const venueDraft = v.object({
  name: v.string(),
  street: v.string(),
  locality: v.string(),
  postcode: v.string(),
  website: v.string(),
  version: v.number(),
})

interface VenueDialogProps {
  venue: Venue | null
  close: () => void
  done: (slug: string) => void
}

function VenueDialog({ venue, close, done }: VenueDialogProps) {
  const [typedBefore, keepTyped] = useDraftOf(`venue:${venue?.slug ?? ''}`, venueDraft)
  const form = useForm<VenueInput, unknown, VenueInput>({
    resolver: valibotResolver(venueForm),
    defaultValues: {
      ...(venue
        ? { ...venue, website: venue.website ?? '' }
        : { name: '', street: '', locality: 'London', postcode: '', website: '' }),
      ...typedBefore,
    },
  })
  const field = bindField(form)
  const [version, sayConflict] = useVersion(venue?.version ?? 0, { began: typedBefore?.version })
  useKeepTyped(form, (typed) => keepTyped({ ...typed, version }))
  const leave = () => {
    keepTyped(null)
    close()
  }
  const save = useDeskMutation({
    send: ({ isAddedAgain = false, ...typed }: VenueInput & { isAddedAgain?: boolean }) =>
      ask(
        client.rpc('desk_save_venue', {
          p_venue: typed,
          ...(venue && !isAddedAgain && { p_slug: venue.slug, p_version: version }),
        }),
      ),
    invalidates: [['dates']],
    onConflict: sayConflict,
    conflictSchema: v.null(),
    successToast: ({ name }, slug) => {
      done(slug)
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
          // The form is inside the form of the date.
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
        <ThrowAway isTyped={typedBefore !== null} onPress={leave} />
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
