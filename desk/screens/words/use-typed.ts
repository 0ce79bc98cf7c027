import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import type * as v from 'valibot'
import { keptDraftOf, useDraft } from '../../drafts.ts'

/**
 * A form over what is saved. What is typed stays on the device until it is saved, under `name`, and what somebody else
 * saves meanwhile comes in where nothing was typed.
 * @param loose what a draft has to be, so that it can be shown again
 * @param row what is saved; `typedOf` puts it into the form
 * @returns `base` is what a change is based on: what there was before anything was typed, or what a change of one's own
 *   has made of it since
 */
export function useTyped<T extends FieldValues, Row>(
  name: string,
  rules: v.GenericSchema<T, T>,
  loose: v.GenericSchema<T, T>,
  row: Row,
  typedOf: (row: Row) => T,
) {
  const saved = typedOf(row)
  const [base, setBase] = useState(row)
  const [draft, keep] = useDraft(name)
  const [start, setStart] = useState(() => keptDraftOf(name, loose))
  const form = useForm<T>({
    resolver: valibotResolver(rules),
    values: start ?? saved,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = JSON.stringify(useWatch({ control: form.control }))
  const isChanged = typed !== JSON.stringify(saved)
  if (!isChanged && base !== row) setBase(row)
  useEffect(() => {
    if ((isChanged ? typed : '') !== draft) keep(isChanged ? typed : '')
  })
  /** What was typed is saved, as `now`; what was typed since `sent` is not in it. */
  const settle = (now: Row, sent = saved) => {
    const typedNow = form.getValues()
    const since = Object.entries(typedNow).filter(([name, value]) => value !== sent[name])
    const next = { ...typedOf(now), ...Object.fromEntries(since) }
    keep('')
    setBase(now)
    setStart(since.length > 0 ? next : null)
    form.reset(next, { keepDirtyValues: false })
  }
  return { form, isChanged, base: isChanged ? base : row, settle }
}
