import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import type { DraftFormat } from './draft-format.ts'
import { readStoredDraft, useDraft } from './drafts.ts'
import { useEditBase } from './use-edit-base.ts'

interface DraftFormOptions<Typed extends FieldValues, Output, Row> {
  /** The name of the draft on the device. */
  name: string
  format: DraftFormat<Typed, Row>
  /** Validates the form when it is submitted. */
  rules: v.GenericSchema<Typed, Output>
  /** The saved row, or the defaults of a new one. */
  row: Row
  toValues: (row: Row) => Typed
  /** True for a form that keeps the values it was opened with, even when other people change the row. */
  isSnapshot?: boolean
}

/** Returns the fields that differ from the saved value. */
const typedSince = <Typed extends FieldValues>(typed: Typed, saved: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== saved[name]))
const differ = (one: object, other: object) => JSON.stringify(one) !== JSON.stringify(other)

/**
 * Form for a saved row. Typed values are stored on the device, with the row that they are based on, until they are saved or
 * discarded. Changes by other people update only fields in which nothing was typed. If somebody removes the row, a form with typed
 * values keeps them.
 * @returns `base` is the row to send with a change: the row when typing began, or the result of the user's own last change; `draft`
 * is the name of the stored draft and its text
 */
export function useDraftForm<Typed extends FieldValues, Output, Row>({
  name,
  format,
  rules,
  row: present,
  toValues,
  isSnapshot = false,
}: DraftFormOptions<Typed, Output, Row>) {
  const [opened] = useState(present)
  const row = isSnapshot ? opened : present
  const saved = toValues(row)
  const readKept = () => format.read(readStoredDraft(name, v.unknown()), row, saved)
  const [kept] = useState(readKept)
  const [filling, setFilling] = useState(kept !== null && row === null ? kept.base : row)
  const [since, setSince] = useState(kept && typedSince(kept.typed, toValues(kept.base)))
  const [draft, keep] = useDraft(name)
  const form = useForm<Typed, unknown, Output>({
    resolver: valibotResolver(rules),
    values: { ...toValues(filling), ...since },
    resetOptions: { keepDirtyValues: true },
  })
  const values = useWatch({ control: form.control, compute: (typed: Typed) => typed })
  const isChanged = differ(values, saved)
  const { base, setBase, onConflict } = useEditBase(present, {
    began: kept === null ? present : kept.base,
    isTyped: isSnapshot || isChanged,
  })
  if (filling !== row && !(row === null && differ(values, toValues(filling)))) setFilling(row)
  if (!isChanged && since !== null) setSince(null)
  const text = isChanged ? JSON.stringify(format.write(values, base)) : ''
  useEffect(() => {
    if (text !== draft) keep(text)
  })
  /** Marks the form as saved with the row `now`, and keeps what was typed since `sent`. */
  const settle = (now: Row, sent = saved) => {
    const left = typedSince(form.getValues(), sent)
    // The stored draft may have newer text than this form, if the screen was left and opened again.
    const stored = readKept()?.typed
    if (stored && Object.keys(typedSince(stored, sent)).length === 0) keep('')
    setBase(now)
    setSince(left)
    form.reset({ ...toValues(now), ...left }, { keepDirtyValues: false })
  }
  return {
    form,
    values,
    isChanged,
    base,
    onConflict,
    draft: [name, text] as const,
    settle,
    discard: () => settle(row, form.getValues()),
  }
}
