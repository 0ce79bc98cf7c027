import { type MutationKey, useMutationState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import type { useDraftForm } from '../../data/use-draft-form.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { ConflictDialog } from '../../ui/conflict-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { DiscardDraftButton } from '../../ui/discard-draft.tsx'
import { siteContentKeys } from '../../features/site-content/queries.ts'
import type { SaveListItemInput } from './mutations.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'

/** An item of a list on a page of the shop, such as a testimonial, without its version. */
interface Words {
  id: string
}
type Saved<W extends Words> = W & { version: number }

interface Step<W extends Words> extends SaveListItemInput<W> {
  /** The item before the change; null when it is new. Without this property the change has no Undo. */
  before?: Saved<W> | null
}

/** Describes how an item is published and removed. */
interface Page<W extends Words> {
  schema: v.GenericSchema<unknown, Saved<W>>
  offlineKey: MutationKey
  send: (step: SaveListItemInput<W>) => Promise<void>
  said: (words: W) => { name: string; put: string; taken: string }
}

interface ListItemFormProps<T extends FieldValues, W extends Words & T> extends Page<W> {
  title: string
  /** The published item; null for a new one. */
  one: Saved<W> | null
  /** The item's position in the list, from 1. */
  place: number | null
  typed: ReturnType<typeof useDraftForm<T, T, Saved<W> | null>>
  wordsOf: (typed: T) => W
  wholeOf: (words: T) => string
  onClose: () => void
  children: ReactNode
}

const ofDraft = v.object({ draft: v.optional(v.array(v.string())) })

export function ListItemForm<T extends FieldValues, W extends Words & T>({
  title,
  one,
  place,
  typed: { form, isChanged, base, draft, discard },
  wordsOf,
  wholeOf,
  onClose,
  children,
  ...page
}: ListItemFormProps<T, W>) {
  const close = () => {
    discard()
    onClose()
  }
  const save = usePage(page, close, v.nullable(page.schema))
  const remove = usePage(page, close)
  const { conflict } = save
  // True while the item is being saved, even if the button was pressed before a reload.
  const isOnItsWay = useMutationState({
    filters: { mutationKey: page.offlineKey, status: 'pending' },
    select: ({ state }) => v.parse(ofDraft, state.variables).draft?.[0],
  }).includes(draft[0])
  const nameOf = (words: W) => page.said(words).name
  const submit = (typed: T) => {
    const words = wordsOf(typed)
    save.mutate({
      words,
      version: base?.version ?? null,
      place: null,
      isTaken: false,
      name: nameOf(words),
      draft,
      before: base,
    })
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className={layoutStyles.spaceAbove}
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
        noValidate
      >
        {children}
        <div className={`${buttonStyles.group} ${layoutStyles.spaceAbove}`}>
          <OnlineButton what="Save" type="submit" disabled={isOnItsWay}>
            {one === null ? 'Put it on the page' : 'Save'}
          </OnlineButton>
          {one !== null && (
            <OnlineButton
              what="Take it off"
              look="quiet"
              disabled={isOnItsWay}
              onClick={() =>
                remove.mutate({
                  words: one,
                  version: one.version,
                  place,
                  isTaken: true,
                  name: nameOf(one),
                })
              }
            >
              Take it off the page
            </OnlineButton>
          )}
        </div>
        <DiscardDraftButton isTyped={isChanged} onPress={close} />
      </form>
      {conflict && (
        <ConflictDialog
          mine={wholeOf(conflict.input.words)}
          theirs={conflict.now && wholeOf(conflict.now)}
          onClose={save.dismissConflict}
          onKeepTheirs={close}
          onUseMine={() =>
            save.mutate({
              ...conflict.input,
              version: conflict.now?.version ?? null,
              before: conflict.now,
            })
          }
        />
      )}
    </Dialog>
  )
}

function usePage<W extends Words>(
  { offlineKey, send, said }: Page<W>,
  close: () => void,
  conflictSchema?: v.GenericSchema<unknown, Saved<W> | null>,
) {
  const change = useDeskMutation({
    send,
    offlineKey,
    invalidates: siteContentKeys,
    conflictSchema,
    successToast: ({ words, name, place, isTaken, before }: Step<W>) => {
      close()
      const back = isTaken
        ? { words, version: null, place, isTaken: false, name }
        : before !== undefined && {
            words: before ?? words,
            version: (before?.version ?? 0) + 1,
            place: null,
            isTaken: before === null,
            name,
          }
      return {
        text: said(words)[isTaken ? 'taken' : 'put'],
        about: [...offlineKey, words.id].join(':'),
        ...(back && { undo: () => change.mutate(back) }),
      }
    },
  })
  return change
}
