import * as v from 'valibot'
import { storeDraft, readStoredDraft } from '../../data/drafts.ts'
import type { ProductFormValues } from './product-form.ts'
import { isJsonEqual } from './json-equal.ts'

/** A draft of a product as this or an earlier version of the desk stored it. */
const schema = v.object({
  values: v.record(v.string(), v.unknown()),
  base: v.nullable(v.unknown()),
  at: v.number(),
  original: v.optional(v.object({ id: v.string(), content: v.unknown() })),
})
export type StoredDraft = v.InferOutput<typeof schema>

export const getProductDraftName = (id: string): string => `product:${id}`

export const readProductDraft = (id: string): StoredDraft | null =>
  readStoredDraft(getProductDraftName(id), schema)

export const removeProductDraft = (id: string): void => void storeDraft(getProductDraftName(id), '')

/**
 * Returns true when the device has a draft that differs from what has been published.
 * @param published the values that were sent; null when the form was not sent, but an older version or the warnings alone
 */
export function hasLaterDraft(id: string, published: ProductFormValues | null): boolean {
  const draft = readProductDraft(id)
  return draft !== null && !(published !== null && isJsonEqual(draft.values, published))
}
