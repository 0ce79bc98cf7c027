import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { storeDraft } from '../../data/drafts.ts'
import { toFormValues, type ProductFormValues, productFormSchema } from './product-form.ts'
import { type ProductContent, type CopiedProduct, parseStoredContent } from './stored-content.ts'
import {
  getProductDraftName,
  removeProductDraft,
  hasLaterDraft,
  readProductDraft,
  type StoredDraft,
} from './stored-draft.ts'
import { isJsonEqual } from './json-equal.ts'

/** The unpublished form values of a product. The draft survives a reload, a lost connection and an expired session. */
interface Draft {
  values: ProductFormValues
  /** The version on which the draft is based; null for a new product. */
  base: ProductContent | null
  /** The time of the last change, in ms since 1970. */
  at: number
  /** The product that was copied; null when the draft is no copy, or an older version of the desk has stored it. */
  original: CopiedProduct | null
}

/** The state in which the editor is opened; `draftAt` is null when there is no draft. */
export interface EditorStart extends Omit<Draft, 'at'> {
  draftAt: number | null
}

export function useStoredDraft(id: string): StoredDraft | null {
  return useMemo(() => readProductDraft(id), [id])
}

/**
 * Reads a draft that this or an earlier version of the desk stored. Fields that are missing in it get the product's present value.
 * Returns null when nothing valid is stored.
 */
export function parseStoredDraft(
  draft: StoredDraft | null,
  now: ProductContent | null,
): Draft | null {
  if (draft === null) return null
  const base = draft.base === null ? null : parseStoredContent(draft.base, now)
  if (base === null && draft.base !== null) return null
  const values = v.safeParse(productFormSchema, { ...toFormValues(base), ...draft.values })
  if (!values.success) return null
  const { at, original } = draft
  const copied = original && parseStoredContent(original.content, null)
  return {
    values: values.output,
    base,
    at,
    original: original && copied ? { id: original.id, content: copied } : null,
  }
}

/**
 * Removes a draft that has been published, unless something else has been typed since.
 * @param published as for `hasLaterDraft`
 * @returns true when no draft is left
 */
export function dropPublishedDraft(id: string, published: ProductFormValues | null): boolean {
  const isPublished = !hasLaterDraft(id, published)
  if (isPublished) removeProductDraft(id)
  return isPublished
}

interface Typed {
  id: string
  base: ProductContent | null
  values: ProductFormValues
  start: EditorStart
}

/**
 * Stores the draft on the device; `savedAt` is when it was stored last, in ms since 1970, or null when nothing is typed or the
 * storage is full.
 */
export function useProductDraft({ id, base, values, start }: Typed) {
  const { original } = start
  const [savedAt, setSavedAt] = useState(start.draftAt)
  const isTyped =
    !isJsonEqual(values, base === null ? start.values : toFormValues(base)) ||
    (base === null && start.draftAt !== null)
  useEffect(() => {
    const at = isTyped ? keepDraft(id, { values, base, at: Date.now(), original }) : null
    if (!isTyped) removeProductDraft(id)
    const timer = setTimeout(() => setSavedAt(at))
    return () => clearTimeout(timer)
  }, [id, base, values, isTyped, original])
  return { isTyped, savedAt }
}

const keepDraft = (id: string, { original, ...draft }: Draft): number | null =>
  storeDraft(getProductDraftName(id), JSON.stringify({ ...draft, ...(original && { original }) }))
    ? draft.at
    : null
