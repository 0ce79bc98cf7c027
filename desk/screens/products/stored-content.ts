import * as v from 'valibot'
import type { AllergenAnswers } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'

export const answersSchema = v.pipe(
  v.record(v.string(), v.picklist(['contains', 'may', 'free'])),
  v.transform((given): AllergenAnswers =>
    Object.fromEntries(
      allergens.flatMap(({ id }) => (given[id] === undefined ? [] : [[id, given[id]]])),
    ),
  ),
)

/** Parses a product as `product_content` in the database returns it for the editor. */
export const contentSchema = v.object({
  name: v.string(),
  tagline: v.string(),
  description: v.string(),
  category: v.string(),
  price: v.nullable(v.number()),
  images: v.array(v.string()),
  alts: v.array(v.string()),
  net: v.nullable(v.number()),
  unit: v.nullable(v.picklist(['g', 'ml'])),
  pack: v.nullable(v.string()),
  sizes: v.array(v.string()),
  ingredients: v.array(v.string()),
  answers: v.nullable(answersSchema),
  allergens: v.nullable(v.string()),
  storage: v.nullable(v.string()),
  heat: v.number(),
  tags: v.array(v.string()),
  isHot: v.boolean(),
  isLimited: v.boolean(),
  isBestSeller: v.boolean(),
  onSaleFrom: v.nullable(v.string()),
  shelf: v.picklist(['live', 'sold-out', 'coming-soon', 'hidden']),
})
export type Content = v.InferOutput<typeof contentSchema>

/** The content of a new product. */
export const emptyContent: Content = {
  name: '',
  tagline: '',
  description: '',
  category: 'hot-sauce',
  price: null,
  images: [],
  alts: [],
  net: null,
  unit: null,
  pack: null,
  sizes: [],
  ingredients: [],
  answers: {},
  allergens: null,
  storage: null,
  heat: 0,
  tags: [],
  isHot: false,
  isLimited: false,
  isBestSeller: false,
  onSaleFrom: null,
  shelf: 'live',
}

const stored = v.looseObject({ name: v.string() })

/**
 * Reads a product that this version of the desk or an earlier one stored; fields that are missing have their present value.
 * Returns null when the value is no product.
 */
export function readContent(value: unknown, now: Content | null): Content | null {
  const read = v.safeParse(stored, value)
  if (!read.success) return null
  const whole = v.safeParse(contentSchema, { ...(now ?? emptyContent), ...read.output })
  return whole.success ? whole.output : null
}
