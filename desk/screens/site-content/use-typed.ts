import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { readStoredDraft, useDraft } from '../../data/drafts.ts'

const stored = v.object({ typed: v.unknown(), base: v.unknown() })

interface Reading<T, Row> {
  loose: v.GenericSchema<T, T>
  rowSchema: v.GenericSchema<Row, Row>
  /** The saved values, as a row and in the form. */
  row: Row
  saved: T
}

/**
 * Reads a draft that this version of the desk or an earlier one stored; missing fields have their saved value. Returns null
 * when there is none, or it is invalid.
 */
export function readTyped<T, Row>(
  draft: v.InferOutput<typeof stored> | null,
  { loose, rowSchema, row, saved }: Reading<T, Row>,
): { typed: T; base: Row } | null {
  const typed = v.safeParse(loose, withDefaults(saved, draft?.typed))
  const base = v.safeParse(rowSchema, withDefaults(row, draft?.base))
  return draft !== null && typed.success && base.success
    ? { typed: typed.output, base: base.output }
    : null
}

const fields = v.record(v.string(), v.unknown())
const withDefaults = (defaults: unknown, value: unknown): unknown =>
  v.is(fields, value) ? { ...(v.is(fields, defaults) && defaults), ...value } : value

/** Returns the fields that differ from the saved value. */
const typedSince = <T extends FieldValues>(typed: T, over: T) =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== over[name]))

/**
 * A form for a saved row. Typed values are stored on the device under `name`, with the row that they are based on, until they
 * are saved. Changes of other people update only the fields in which nothing was typed. If somebody removes the row, a form
 * with typed values keeps them.
 * @param loose the schema of a draft that the form can show; `rowSchema` that of the row it is based on
 * @param row the saved row; `typedOf` converts it to form values
 * @returns `base` is the row that a change is based on: the row when typing began, or the newer result of one's own change;
 * `draft` is the name of the draft and its text
 */
export function useDraftForm<T extends FieldValues, Row>(
  name: string,
  rules: v.GenericSchema<T, T>,
  loose: v.GenericSchema<T, T>,
  rowSchema: v.GenericSchema<Row, Row>,
  row: Row,
  typedOf: (row: Row) => T,
) {
  const saved = typedOf(row)
  const readKept = () => readTyped(readStoredDraft(name, stored), { loose, rowSchema, row, saved })
  const [kept] = useState(readKept)
  const [base, setBase] = useState(kept === null ? row : kept.base)
  const [filling, setFilling] = useState(kept !== null && row === null ? kept.base : row)
  const [draft, keep] = useDraft(name)
  const [since, setSince] = useState(kept && typedSince(kept.typed, typedOf(kept.base)))
  const form = useForm<T>({
    resolver: valibotResolver(rules),
    values: { ...typedOf(filling), ...since },
    resetOptions: { keepDirtyValues: true },
  })
  const typed = useWatch({ control: form.control })
  const isChanged = JSON.stringify(typed) !== JSON.stringify(saved)
  const isTyped = JSON.stringify(typed) !== JSON.stringify(typedOf(filling))
  if (filling !== row && !(row === null && isTyped)) setFilling(row)
  if (!isChanged && base !== row) setBase(row)
  if (!isChanged && since !== null) setSince(null)
  const text = isChanged ? JSON.stringify({ typed, base }) : ''
  useEffect(() => {
    if (text !== draft) keep(text)
  })
  /** Marks the form as saved with the row `now`, and keeps what was typed since `sent`. */
  const settle = (now: Row, sent = saved) => {
    const left = typedSince(form.getValues(), sent)
    // The stored draft may have newer text if the screen was left and opened again.
    const stands = readKept()?.typed
    if (stands && Object.keys(typedSince(stands, sent)).length === 0) keep('')
    setBase(now)
    setSince(left)
    form.reset({ ...typedOf(now), ...left }, { keepDirtyValues: false })
  }
  return { form, isChanged, base: isChanged ? base : row, draft: [name, text] as const, settle }
}
