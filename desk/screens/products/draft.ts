import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { keep, readStoredDraft } from '../../data/drafts.ts'
import { toFormValues, type Values, valuesSchema } from './product-form.ts'
import { type Content, parseStoredContent } from './stored-content.ts'
import { isSame } from './same.ts'

/** The unpublished form values of a product. The draft survives a reload, a lost connection and an expired session. */
interface Draft {
  values: Values
  /** The version on which the draft is based; null for a new product. */
  base: Content | null
  /** The time of the last change, in ms since 1970. */
  at: number
}

const stored = v.object({
  values: v.record(v.string(), v.unknown()),
  base: v.nullable(v.unknown()),
  at: v.number(),
})
type StoredDraft = v.InferOutput<typeof stored>

const nameOf = (id: string) => `product:${id}`

export function useStoredDraft(id: string): StoredDraft | null {
  return useMemo(() => readStoredDraft(nameOf(id), stored), [id])
}

/**
 * Reads a draft that this or an earlier version of the desk stored. Fields that are missing in it get the product's present value.
 * Returns null when nothing valid is stored.
 */
export function readDraft(draft: StoredDraft | null, now: Content | null): Draft | null {
  if (draft === null) return null
  const base = draft.base === null ? null : parseStoredContent(draft.base, now)
  if (base === null && draft.base !== null) return null
  const values = v.safeParse(valuesSchema, { ...toFormValues(base), ...draft.values })
  return values.success ? { values: values.output, base, at: draft.at } : null
}

/**
 * Removes a draft that has been published, unless something else has been typed since.
 * @param published the values that were sent; null when the form was not sent, but an older version or the warnings alone
 * @returns true when no draft is left
 */
export function dropPublishedDraft(id: string, published: Values | null): boolean {
  const draft = readStoredDraft(nameOf(id), stored)
  if (draft === null) return true
  const isPublished = published !== null && isSame(draft.values, published)
  if (isPublished) dropDraft(id)
  return isPublished
}

export const dropDraft = (id: string): void => void keep(nameOf(id), '')

interface Typed {
  id: string
  base: Content | null
  values: Values
  start: { values: Values; draftAt: number | null }
}

/**
 * Stores the draft on the device; `savedAt` is when it was stored last, in ms since 1970, or null when nothing is typed or the
 * storage is full.
 */
export function useProductDraft({ id, base, values, start }: Typed) {
  const [savedAt, setSavedAt] = useState(start.draftAt)
  const isTyped =
    !isSame(values, base === null ? start.values : toFormValues(base)) ||
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
