import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { keep, keptDraftOf } from '../../drafts.ts'
import { type Content, contentSchema, toValues, type Values, valuesSchema } from './content.ts'
import { isSame } from './same.ts'

/** What was typed and not published: it survives a reload, a lost line and a session that has ended. */
const schema = v.object({
  values: valuesSchema,
  /** What it is based on; null is a new product. */
  base: v.nullable(contentSchema),
  /** ms since 1970. */
  at: v.number(),
})
type Draft = v.InferOutput<typeof schema>

const nameOf = (id: string) => `product:${id}`

/** Null when there is none, or only one of another version of the desk. */
export function useProductDraft(id: string): Draft | null {
  return useMemo(() => keptDraftOf(nameOf(id), schema), [id])
}

export const dropDraft = (id: string): void => void keep(nameOf(id), '')

interface Typed {
  id: string
  base: Content | null
  values: Values
  start: { values: Values; draftAt: number | null }
}

/**
 * Keeps what is typed on the device; `savedAt` is when it did so last, ms since 1970, or null where nothing is typed or the
 * device has no room.
 */
export function useKeptDraft({ id, base, values, start }: Typed) {
  const [savedAt, setSavedAt] = useState(start.draftAt)
  const isTyped =
    !isSame(values, base === null ? start.values : toValues(base)) ||
    (base === null && start.draftAt !== null)
  useEffect(() => {
    const at = isTyped ? keepDraft(id, { values, base, at: Date.now() }) : null
    if (!isTyped) dropDraft(id)
    const timer = setTimeout(() => setSavedAt(at))
    return () => clearTimeout(timer)
  }, [id, base, values, isTyped])
  return { isTyped, savedAt }
}

const keepDraft = (id: string, draft: Draft): number | null =>
  keep(nameOf(id), JSON.stringify(draft)) ? draft.at : null
