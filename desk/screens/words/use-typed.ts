import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useState } from 'react'
import { type FieldValues, useForm, useWatch } from 'react-hook-form'
import type * as v from 'valibot'
import { keptDraftOf, useDraft } from '../../drafts.ts'

/** What a change is based on: what there was before anything was typed. */
export function useBase<T>(now: T, isChanged: boolean): T {
  const [base, setBase] = useState(now)
  if (!isChanged && base !== now) setBase(now)
  return isChanged ? base : now
}

/**
 * A form over what is saved. What is typed stays on the device until it is saved, under `name`, and what somebody else
 * saves meanwhile comes in where nothing was typed.
 * @param loose what a draft has to be, so that it can be shown again
 */
export function useTyped<T extends FieldValues>(
  name: string,
  rules: v.GenericSchema<T, T>,
  loose: v.GenericSchema<T, T>,
  saved: T,
) {
  const [draft, keep] = useDraft(name)
  const [start, setStart] = useState(() => keptDraftOf(name, loose))
  const form = useForm<T>({
    resolver: valibotResolver(rules),
    values: start ?? saved,
    resetOptions: { keepDirtyValues: true },
  })
  const typed = JSON.stringify(useWatch({ control: form.control }))
  const isChanged = typed !== JSON.stringify(saved)
  useEffect(() => {
    if ((isChanged ? typed : '') !== draft) keep(isChanged ? typed : '')
  })
  /** What was typed is saved, as `now`; what was typed since `sent` is not in it. */
  const settle = (now: T, sent = saved) => {
    const typedNow = form.getValues()
    const since = Object.entries(typedNow).filter(([name, value]) => value !== sent[name])
    const next = { ...now, ...Object.fromEntries(since) }
    keep('')
    setStart(since.length > 0 ? next : null)
    form.reset(next, { keepDirtyValues: false })
  }
  return { form, isChanged, settle }
}
