import type { SupabaseClient } from '@supabase/supabase-js'
import type { DeliveryPrice } from '../../../domain/delivery.ts'
import {
  PRODUCT_COLUMNS,
  type Product,
  type ProductRow,
  toProduct,
} from '../../../domain/product.ts'
import type { ShopContext } from '../../context.ts'
import { type CardProduct, toCard } from './card-product.ts'
import { waitLonger, withRetries } from './retries.ts'

/** The specification's figures: the list is asked for again twice, a single product once. */
const LIST_RETRIES = 2
const SINGLE_RETRIES = 1
/** What REST answers at most, here and on hosted Supabase. */
const MOST_ROWS = 1000

type Wait = (failures: number) => Promise<void>

/** The backend could not be asked. Its message is meant for visitors; `cause`, for the log, holds the reason. */
export class CatalogueUnavailable extends Error {
  constructor(cause: { code?: string; message: string }) {
    super('The shop’s shelves could not be read.', { cause })
    this.name = 'CatalogueUnavailable'
  }
}

/** For loaders: logs why the catalogue could not be had, and gives the fault back; any other is thrown on. */
export function noteUnavailable(
  error: unknown,
  { logFailure }: Pick<ShopContext, 'logFailure'>,
): CatalogueUnavailable {
  if (!(error instanceof CatalogueUnavailable)) throw error
  logFailure(error.message, error.cause)
  return error
}

/**
 * All active products in the order of the album.
 * @throws CatalogueUnavailable after two retries
 */
export function listProducts(client: SupabaseClient, wait: Wait = waitLonger): Promise<Product[]> {
  return withRetries(() => askForProducts(client), LIST_RETRIES, wait)
}

/**
 * The same as cards show them.
 * @throws CatalogueUnavailable after two retries
 */
export async function listCards(client: SupabaseClient): Promise<CardProduct[]> {
  return (await listProducts(client)).map(toCard)
}

async function askForProducts(client: SupabaseClient): Promise<Product[]> {
  const rows = await allRows(async (from, to) => {
    const { data, error } = await client
      .from('products')
      .select(PRODUCT_COLUMNS)
      .eq('active', true)
      .order('Sort_order', { ascending: true })
      .order('id', { ascending: true })
      .order('position', { referencedTable: 'prices', ascending: true })
      .range(from, to)
      .retry(false)
      .overrideTypes<ProductRow[], { merge: false }>()
    if (error) throw new CatalogueUnavailable(error)
    return data
  })
  return rows.map(toProduct)
}

/** All rows of a question whose answers hold a thousand at most; its order must leave none out. */
async function allRows<Row>(ask: (from: number, to: number) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const some = await ask(rows.length, rows.length + MOST_ROWS - 1)
    rows.push(...some)
    if (some.length < MOST_ROWS) return rows
  }
}

/** When a product last changed; ISO 8601. */
interface ProductChange {
  category: string
  slug: string
  updatedAt: string
}

/**
 * When each active product last changed, in the order of the album.
 * @throws CatalogueUnavailable after two retries
 */
export function listProductChanges(
  client: SupabaseClient,
  wait: Wait = waitLonger,
): Promise<ProductChange[]> {
  const ask = async (from: number, to: number) => {
    const { data, error } = await client
      .from('products')
      .select('category,slug,updatedAt:updated_at')
      .eq('active', true)
      .order('Sort_order', { ascending: true })
      .order('id', { ascending: true })
      .range(from, to)
      .retry(false)
      .overrideTypes<ProductChange[], { merge: false }>()
    if (error) throw new CatalogueUnavailable(error)
    return data
  }
  return withRetries(() => allRows(ask), LIST_RETRIES, wait)
}

/**
 * One active product by its slug or its id, or null when there is none.
 * @throws CatalogueUnavailable after one retry
 */
export async function findProduct(
  client: SupabaseClient,
  idOrSlug: string,
  wait: Wait = waitLonger,
): Promise<Product | null> {
  const key = idOrSlug.toLowerCase()
  const column = keyColumn(key)
  if (column === null) return null
  return withRetries(() => askForProduct(client, column, key), SINGLE_RETRIES, wait)
}

/** Which column a key belongs to; what can be neither id nor slug is not worth a question. */
function keyColumn(key: string): 'id' | 'slug' | null {
  if (key.length > 120) return null
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(key)) return 'id'
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(key) ? 'slug' : null
}

async function askForProduct(
  client: SupabaseClient,
  column: 'id' | 'slug',
  key: string,
): Promise<Product | null> {
  const { data, error } = await client
    .from('products')
    .select(PRODUCT_COLUMNS)
    .eq(column, key)
    .eq('active', true)
    .order('position', { referencedTable: 'prices', ascending: true })
    .retry(false)
    .maybeSingle()
    .overrideTypes<ProductRow, { merge: false }>()
  if (error) throw new CatalogueUnavailable(error)
  return data === null ? null : toProduct(data)
}

/**
 * What delivery costs, in the owner's order.
 * @throws CatalogueUnavailable after one retry
 */
export function listDeliveryPrices(
  client: SupabaseClient,
  wait: Wait = waitLonger,
): Promise<DeliveryPrice[]> {
  return withRetries(() => askForDeliveryPrices(client), SINGLE_RETRIES, wait)
}

async function askForDeliveryPrices(client: SupabaseClient): Promise<DeliveryPrice[]> {
  const { data, error } = await client
    .from('delivery_methods')
    .select('id,name,description,price')
    .order('Sort_order', { ascending: true })
    .retry(false)
    .overrideTypes<DeliveryPrice[], { merge: false }>()
  if (error) throw new CatalogueUnavailable(error)
  return data
}
