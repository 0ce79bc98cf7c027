import * as v from 'valibot'
import { pickFieldProperty } from './product-fields.ts'

/** Parses a product as `product_content` in the database returns it for the editor. */
export const productContentSchema = v.object(pickFieldProperty('stored'))
export type ProductContent = v.InferOutput<typeof productContentSchema>

/** The product that a new one was copied from, in the version that was copied. */
export interface CopiedProduct {
  id: string
  content: ProductContent
}

/** The content of a new product. */
export const emptyProductContent: ProductContent = pickFieldProperty('empty')

const stored = v.looseObject({ name: v.string() })

/**
 * Reads a product that this version of the desk or an earlier one stored; fields that are missing have their present value.
 * Returns null when the value is no product.
 */
export function parseStoredContent(
  value: unknown,
  now: ProductContent | null,
): ProductContent | null {
  const read = v.safeParse(stored, value)
  if (!read.success) return null
  const whole = v.safeParse(productContentSchema, {
    ...(now ?? emptyProductContent),
    ...read.output,
  })
  return whole.success ? whole.output : null
}
