import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { keptDraftOf, useDraft } from '../../data/drafts.ts'

const stored = v.object({ typed: v.unknown(), base: v.unknown() })

interface Reading<T, Row> {
  loose: v.GenericSchema<T, T>
  rowSchema: v.GenericSchema<Row, Row>
  /** The saved values, as a row and in the form. */
  row: Row
  saved: T
}

/**
 * A draft of this version of the desk or an earlier one: a field that came later is as it is saved. Null when there is none,
 * or what is stored is none.
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

/** What of it is other than in what it was typed over. */
const typedSince = <T extends FieldValues>(typed: T, over: T) =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== over[name]))

/**
 * A form over what is saved. What is typed stays on the device until it is saved, under `name` and with what it was typed
 * over, and what somebody else saves meanwhile comes in where nothing was typed. A row that somebody removes meanwhile takes
 * nothing out of a form in which something is typed.
 * @param loose what a draft has to be, so that it can be shown again; `rowSchema` what it was typed over
 * @param row what is saved; `typedOf` puts it into the form
 * @returns `base` is what a change is based on: what there was before anything was typed, or what a change of one's own
 *   has made of it since; `draft` where on the device what is typed stands, and how
 */
export function useTyped<T extends FieldValues, Row>(
  name: string,
  rules: v.GenericSchema<T, T>,
  loose: v.GenericSchema<T, T>,
  rowSchema: v.GenericSchema<Row, Row>,
  row: Row,
  typedOf: (row: Row) => T,
) {
  const saved = typedOf(row)
  const readKept = () => readTyped(keptDraftOf(name, stored), { loose, rowSchema, row, saved })
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
  /** What was typed is saved, as `now`; what was typed since `sent` is not in it. */
  const settle = (now: Row, sent = saved) => {
    const left = typedSince(form.getValues(), sent)
    // Whoever left this screen and came back may have typed more.
    const stands = readKept()?.typed
    if (stands && Object.keys(typedSince(stands, sent)).length === 0) keep('')
    setBase(now)
    setSince(left)
    form.reset({ ...typedOf(now), ...left }, { keepDirtyValues: false })
  }
  return { form, isChanged, base: isChanged ? base : row, draft: [name, text] as const, settle }
}
