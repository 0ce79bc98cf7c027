import type { LabelRow } from '../../../domain/avoid.ts'
import { labelText } from '../../../domain/label-text.ts'
import {
  PRODUCT_COLUMNS,
  type Product,
  type ProductRow,
  toProduct,
} from '../../../domain/product.ts'
import { getSupportedTags } from '../../../domain/tag-claims.ts'
import { matchesDrawnLabel } from './drawn-labels.server.ts'

export const SHOWN_COLUMNS = `${PRODUCT_COLUMNS},allergen_answers`
/** A row with these columns. */
export type ShownRow = ProductRow & LabelRow

/**
 * A product as pages show it: the words of its label are those of its answers, no tag promises what its label denies or does
 * not know, and the drawing of its back label is there only while it says the same. On the server, because the words that
 * give allergens away weigh more than a page's script has room for.
 */
export function toShownProduct(row: ShownRow): Product {
  const product = toProduct(row)
  const allergens = labelText(row)
  const images = product.images.filter((image) =>
    matchesDrawnLabel(image, { ...product, allergens }),
  )
  return {
    ...product,
    allergens,
    images,
    image: images[0] ?? null,
    tags: getSupportedTags({ ...row, tags: product.tags }),
  }
}
