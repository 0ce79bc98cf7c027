import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import type { ShopClient } from '../../../supabase/client.ts'
import { LABEL_COLUMNS } from '../../../domain/avoid.ts'
import { DELIVERY_METHOD_COLUMNS, type DeliveryMethod } from '../../../domain/delivery.ts'
import type { Product, StoredProduct } from '../../../domain/product.ts'
import type { ShopContext } from '../../core/context.ts'
import { type CardProduct, toCard } from './card-product.ts'
import {
  SHOWN_PRODUCT_COLUMNS,
  type ShownProductRow,
  toShownProduct,
} from './shown-product.server.ts'

/** The retries that the specification demands: two for a list, one for a single product. */
export const LIST_RETRIES = 2
const SINGLE_RETRIES = 1
/**
 * The number of products per response. The embedded REST API returns at most 2 MB and hosted Supabase at most 1,000 rows; a product
 * with a long description and a whole label is about 5 kB.
 */
const ROWS_PER_RESPONSE = 200

type Wait = (failures: number) => Promise<void>
type PendingResponse<T> = PromiseLike<PostgrestSingleResponse<T>>

/** Thrown by every query in this module when its retries have failed. `message` is for visitors, `cause` for the log. */
export class CatalogueUnavailable extends Error {
  constructor(cause: { code?: string; message: string }) {
    super('The shop’s shelves could not be read.', { cause })
    this.name = 'CatalogueUnavailable'
  }
}

/**
 * Logs a CatalogueUnavailable error and returns it, for loaders that render a page without the catalogue. Throws any other error.
 */
export function logCatalogueUnavailable(
  error: unknown,
  { logFailure }: Pick<ShopContext, 'logFailure'>,
): CatalogueUnavailable {
  if (!(error instanceof CatalogueUnavailable)) throw error
  logFailure(error.message, error.cause)
  return error
}

export async function listProducts(
  client: ShopClient,
  wait: Wait = waitWithBackoff,
): Promise<Product[]> {
  const rows = await getAllRows(wait, (from, to) =>
    activeProducts(client, SHOWN_PRODUCT_COLUMNS, from, to)
      .order('position', { referencedTable: 'prices', ascending: true })
      .overrideTypes<ShownProductRow[], { merge: false }>(),
  )
  return rows.map(toShownProduct)
}

export async function listProductCards(client: ShopClient): Promise<CardProduct[]> {
  return (await listProducts(client)).map(toCard)
}

/** Returns the allergen labels of all active products, in the order of the album. */
export function listAllergenLabels(client: ShopClient, wait: Wait = waitWithBackoff) {
  return getAllRows(wait, (from, to) => activeProducts(client, LABEL_COLUMNS, from, to))
}

export function listProductChanges(client: ShopClient, wait: Wait = waitWithBackoff) {
  return getAllRows(wait, (from, to) =>
    activeProducts(client, 'category,slug,updatedAt:updated_at', from, to),
  )
}

function activeProducts<Columns extends string>(
  client: ShopClient,
  columns: Columns,
  from: number,
  to: number,
) {
  return client
    .from('products')
    .select(columns)
    .eq('active', true)
    .order('Sort_order', { ascending: true })
    .order('id', { ascending: true })
    .range(from, to)
    .retry(false)
}

function getAllRows<Row>(
  wait: Wait,
  query: (from: number, to: number) => PendingResponse<Row[]>,
): Promise<Row[]> {
  const queryAllRows = async () => {
    const rows: Row[] = []
    for (;;) {
      const page = await unwrapResponse(query(rows.length, rows.length + ROWS_PER_RESPONSE - 1))
      rows.push(...page)
      if (page.length < ROWS_PER_RESPONSE) return rows
    }
  }
  return withRetries(queryAllRows, LIST_RETRIES, wait)
}

/** A product with the details that only its own page shows. */
export interface PageProduct extends Product {
  /** The `alt` texts of pictures by URL; '' where the owner has not written one. */
  alts: Record<string, string>
  /** The time of the last change of the product's recipe. */
  recipeChangedAt: string | null
}

type PageRow = ShownProductRow & Pick<StoredProduct, 'image_alt' | 'recipe_changed_at'>

/** Returns an active product by its slug or id; null when there is none. */
export async function findProduct(
  client: ShopClient,
  idOrSlug: string,
  wait: Wait = waitWithBackoff,
): Promise<PageProduct | null> {
  const key = idOrSlug.toLowerCase()
  const column = getKeyColumn(key)
  if (column === null) return null
  const query = () =>
    unwrapResponse(
      client
        .from('products')
        .select(`${SHOWN_PRODUCT_COLUMNS},image_alt,recipe_changed_at`)
        .eq(column, key)
        .eq('active', true)
        .order('position', { referencedTable: 'prices', ascending: true })
        .retry(false)
        .maybeSingle()
        .overrideTypes<PageRow, { merge: false }>(),
    )
  const row = await withRetries(query, SINGLE_RETRIES, wait)
  if (row === null) return null
  const alts = (row.image_url ?? []).map((src, index) => [src, row.image_alt[index] ?? ''])
  return {
    ...toShownProduct(row),
    alts: Object.fromEntries(alts),
    recipeChangedAt: row.recipe_changed_at,
  }
}

function getKeyColumn(key: string): 'id' | 'slug' | null {
  if (key.length > 120) return null
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(key)) return 'id'
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key) ? 'slug' : null
}

/** Returns the delivery methods in the owner's order. */
export function listDeliveryMethods(
  client: ShopClient,
  wait: Wait = waitWithBackoff,
): Promise<DeliveryMethod[]> {
  const query = () =>
    unwrapResponse(
      client
        .from('delivery_methods')
        .select(DELIVERY_METHOD_COLUMNS)
        .order('Sort_order', { ascending: true })
        .retry(false),
    )
  return withRetries(query, SINGLE_RETRIES, wait)
}

/** Returns the ids of the products that sold most recently, best sellers first. */
export function listBestSellers(
  client: ShopClient,
  wait: Wait = waitWithBackoff,
): Promise<string[]> {
  const query = () => unwrapResponse(client.rpc('best_sellers').retry(false))
  return withRetries(query, SINGLE_RETRIES, wait)
}

/** @throws CatalogueUnavailable with the database's message */
export async function unwrapResponse<T>(request: PendingResponse<T>): Promise<T> {
  const response = await request
  if (response.error !== null) throw new CatalogueUnavailable(response.error)
  return response.data
}

/**
 * Retries at most `retries` times, then throws the last error. `wait` receives the number of failures and resolves when the next
 * attempt is due.
 */
export async function withRetries<T>(
  query: () => Promise<T>,
  retries: number,
  wait: (failures: number) => Promise<void>,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await query()
    } catch (error) {
      if (failures > retries) throw error
      await wait(failures)
    }
  }
}

/**
 * Waits 150 ms after the first failure and 300 ms after the second. The delays are short, because a visitor is waiting for the
 * page.
 */
export function waitWithBackoff(failures: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 75 * 2 ** failures))
}
