import * as v from 'valibot'
import { pluck } from './product-fields.ts'

/** Parses a product as `product_content` in the database returns it for the editor. */
export const contentSchema = v.object(pluck('stored'))
export type Content = v.InferOutput<typeof contentSchema>

/** The product that a new one was copied from, in the version that was copied. */
export interface Original {
  id: string
  content: Content
}

/** The content of a new product. */
export const emptyContent: Content = pluck('empty')

const stored = v.looseObject({ name: v.string() })

/**
 * Reads a product that this version of the desk or an earlier one stored; fields that are missing have their present value.
 * Returns null when the value is no product.
 */
export function parseStoredContent(value: unknown, now: Content | null): Content | null {
  const read = v.safeParse(stored, value)
  if (!read.success) return null
  const whole = v.safeParse(contentSchema, { ...(now ?? emptyContent), ...read.output })
  return whole.success ? whole.output : null
}
