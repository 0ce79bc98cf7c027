import { type MutationKey, useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import * as v from 'valibot'
import type { DraftFormat } from '../../data/draft-format.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useDraftForm } from '../../data/use-draft-form.ts'
import { useCurrentDay } from '../../lib/clock.ts'
import {
  type Announcement,
  type Holiday,
  updateCachedSiteContent,
  siteContentKeys,
} from '../../features/site-content/queries.ts'
import type { ToggleInput } from './mutations.ts'
import { usePendingToggle } from './use-pending-toggle.ts'

export interface ToggledSectionOptions<Saved, Typed> {
  of: 'bar' | 'holiday'
  name: string
  schema: v.GenericSchema<Saved, Saved>
  rules: v.GenericSchema<Typed, Typed>
  format: DraftFormat<Typed, Saved | null>
  offlineKey: MutationKey
  send: (step: ToggleInput<Saved, Typed>) => Promise<unknown>
  toValues: (saved: Saved | null) => Typed
  contentOf: (typed: Typed, isOn: boolean) => Omit<Saved, 'version'>
  /** Formats the content in one line, for the conflict dialog. */
  wholeOf: (words: Omit<Saved, 'version'>) => string
  said: (to: Omit<Saved, 'version'>, from: Saved | null, today: string) => string
}

/**
 * Form state of content that pages show while a switch is on, with conflict handling.
 * @returns `panel` has the props of the panel around it
 */
export function useToggledSection<Saved extends Announcement | Holiday, Typed extends FieldValues>(
  options: ToggledSectionOptions<Saved, Typed>,
  saved: Saved | null,
) {
  type Step = ToggleInput<Saved, Typed>
  const { of, name, schema, offlineKey, wholeOf } = options
  const { format, rules, toValues } = options
  const { form, isChanged, base, settle, discard } = useDraftForm({
    name: `words:${of}`,
    format,
    rules,
    row: saved,
    toValues,
  })
  const { isOn, isBusy, isKept, from: basis } = usePendingToggle(offlineKey, schema, saved, base)
  const today = useCurrentDay()
  const queries = useQueryClient()
  const change = useDeskMutation({
    send: options.send,
    offlineKey,
    invalidates: siteContentKeys,
    conflictSchema: v.nullable(schema),
    // Typed values need no optimistic update: the form shows them, and the draft stays on the device until they are saved.
    optimisticUpdate: ({ to, from, typed }: Step) =>
      updateCachedSiteContent(queries, (words) =>
        typed ? words : { ...words, [of]: { ...to, version: from?.version ?? 0 } },
      ),
    successToast: ({ to, from, typed }, output) => {
      const now = v.parse(schema, output)
      updateCachedSiteContent(queries, (words) => ({ ...words, [of]: now }))
      settle(now, typed)
      return {
        text: options.said(to, from, today),
        undo: () => change.mutate({ name, to: from ?? { ...to, isOn: false }, from: now }),
        about: of,
      }
    },
  })
  const { conflict } = change
  // Switching off takes effect at once, even while the form has invalid values.
  const takeOff = () => {
    if (saved === null || !isOn) return
    form.clearErrors()
    change.mutate({ name, to: { ...saved, isOn: false }, from: basis })
  }
  const save = (on: boolean) =>
    form.handleSubmit(
      (typed) =>
        change.mutate({
          name,
          to: options.contentOf(typed, on),
          from: basis,
          typed: form.getValues(),
        }),
      () => on || takeOff(),
    )()
  return {
    form,
    today,
    panel: {
      id: of,
      title: name,
      isOn,
      isBusy,
      isKept,
      isTyped: isChanged,
      onSave: (on: boolean) => void save(on),
      onThrowAway: discard,
      conflict: conflict && {
        mine: wholeOf(conflict.input.to),
        theirs: conflict.now && wholeOf(conflict.now),
        onClose: change.dismissConflict,
        onKeepTheirs: () => settle(conflict.now, form.getValues()),
        onUseMine: () => change.mutate({ ...conflict.input, from: conflict.now }),
      },
    },
  }
}
