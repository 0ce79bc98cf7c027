import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { allergens } from '../../domain/allergen-words.ts'

/** The fields of a product as the desk's editor sends them. */
export type ProductContent = Record<string, unknown>

/** Returns an answer for each of the fourteen allergens: `free`, unless `changes` has another one. */
export const allergenAnswers = (
  changes: Record<string, 'contains' | 'may' | 'free'> = {},
): Record<string, string> => ({
  ...Object.fromEntries(allergens.map(({ id }) => [id, 'free'])),
  ...changes,
})

export function aSauce(changes: ProductContent = {}): ProductContent {
  return {
    name: 'Hot Gossip',
    tagline: 'Pass it on.',
    description: '',
    category: 'hot-sauce',
    price: 650,
    images: ['/generated/stickers/spice-bag-mix.svg'],
    alts: [],
    net: 150,
    unit: 'ml',
    pack: null,
    sizes: [],
    ingredients: ['chillies', 'vinegar', 'mustard seeds'],
    answers: allergenAnswers({ mustard: 'contains' }),
    allergens: null,
    storage: 'Keep cool, dry and shut.',
    heat: 3,
    tags: ['#spicy'],
    isHot: true,
    isLimited: false,
    isBestSeller: false,
    onSaleFrom: null,
    shelf: 'live',
    ...changes,
  }
}

/** Publishes a product's fields. `before` is the version on which the edit is based; null for a new product. */
export const publishProduct = (
  client: SupabaseClient,
  id: string,
  typed: ProductContent,
  before: ProductContent | null,
) =>
  client.rpc('desk_publish', {
    p_product: id,
    p_content: typed,
    p_before: before,
    p_request: randomUUID(),
  })

/** Creates a product that is on sale. Returns its id and its saved fields. */
export async function createPublishedProduct(
  client: SupabaseClient,
  changes: ProductContent = {},
): Promise<{ id: string; content: ProductContent }> {
  const id = randomUUID()
  const { data, error } = await publishProduct(client, id, aSauce(changes), null)
  if (error !== null) throw error
  return { id, content: data as ProductContent }
}
