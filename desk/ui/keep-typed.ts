import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Stores form values as they are typed. */
export function useKeepTyped<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'subscribe'>,
  keep: (typed: T) => void,
): void {
  const keepNow = useEffectEvent(keep)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepNow(values),
      }),
    [form],
  )
}
