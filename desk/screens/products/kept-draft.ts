import { useEffect, useState } from 'react'
import { type Content, isSame, toValues, type Values } from './content.ts'
import { dropDraft, keepDraft } from './draft.ts'

const pauseMs = 400

/** Keeps what is typed on the device; gives when it did so last, ms since 1970, or null while nothing was changed. */
export function useKeptDraft(
  id: string,
  base: Content | null,
  values: Values,
  start: { values: Values; draftAt: number | null },
): number | null {
  const [savedAt, setSavedAt] = useState(start.draftAt)
  const isChanged = !isSame(values, base === null ? start.values : toValues(base))
  useEffect(() => {
    const timer = setTimeout(() => {
      const at = Date.now()
      const kept =
        isChanged || (base === null && start.draftAt !== null)
          ? keepDraft(id, { values, base, at })
          : dropDraft(id)
      kept.then(
        () => setSavedAt(isChanged ? at : null),
        // A browser that keeps nothing: then it is not said to be saved.
        () => setSavedAt(null),
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [id, base, values, isChanged, start.draftAt])
  return savedAt
}
