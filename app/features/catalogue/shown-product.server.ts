import type { ProductLabelRow } from '../../../domain/avoid.ts'
import { labelText } from '../../../domain/label-text.ts'
import {
  PRODUCT_COLUMNS,
  type Product,
  type ProductRow,
  toProduct,
} from '../../../domain/product.ts'
import { getSupportedTags } from '../../../domain/tag-claims.ts'
import { isLabelImageCurrent } from './drawn-labels.server.ts'

export const SHOWN_PRODUCT_COLUMNS = `${PRODUCT_COLUMNS},allergen_answers`
/** A row with the columns `SHOWN_PRODUCT_COLUMNS`. */
export type ShownProductRow = ProductRow & ProductLabelRow

/**
 * Converts a row to a product as pages show it: the label text is generated from the allergen answers, tags that contradict the
 * label or that it does not confirm are removed, and so is a drawn label with another text. This runs on the server, because the
 * word lists for allergens are too large for the browser bundle.
 */
export function toShownProduct(row: ShownProductRow): Product {
  const product = toProduct(row)
  const allergens = labelText(row)
  const images = product.images.filter((image) =>
    isLabelImageCurrent(image, { ...product, allergens }),
  )
  return {
    ...product,
    allergens,
    images,
    image: images[0] ?? null,
    tags: getSupportedTags({ ...row, tags: product.tags }),
  }
}
