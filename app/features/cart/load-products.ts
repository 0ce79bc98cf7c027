import { PRODUCT_COLUMNS, toProduct } from '../../../domain/product.ts'
import type { Product, ProductRow } from '../../../domain/product.ts'
import { isUuid } from '../../../domain/uuid.ts'
import { callRest } from '../backend-client/api.ts'

export async function loadProducts(ids: readonly string[]): Promise<Map<string, Product>> {
  const uuids = [...new Set(ids)].filter(isUuid)
  if (uuids.length === 0) return new Map()
  const query = new URLSearchParams({
    select: PRODUCT_COLUMNS,
    active: 'eq.true',
    id: `in.(${uuids.join(',')})`,
  })
  const rows = (await callRest(`/products?${query}`)) as ProductRow[]
  return new Map(rows.map((row) => [row.id, toProduct(row)]))
}
