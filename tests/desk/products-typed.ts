import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { allergens } from '../../domain/allergen-words.ts'

/** A product in the form of the editor; by default a sauce with a complete label. */
export type Typed = Record<string, unknown>

/** Returns the label's answer for each of the fourteen allergens: `free`, but for the changes. */
export const answers = (
  changes: Record<string, 'contains' | 'may' | 'free'> = {},
): Record<string, string> => ({
  ...Object.fromEntries(allergens.map(({ id }) => [id, 'free'])),
  ...changes,
})

export function aSauce(changes: Typed = {}): Typed {
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
    answers: answers({ mustard: 'contains' }),
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

/** Publishes the typed fields on top of the version on which they are based. */
export const publish = (client: SupabaseClient, id: string, typed: Typed, before: Typed | null) =>
  client.rpc('desk_publish', {
    p_product: id,
    p_content: typed,
    p_before: before,
    p_request: randomUUID(),
  })

/** Creates a product that is on sale. Returns its id and its present state. */
export async function aPublished(
  client: SupabaseClient,
  changes: Typed = {},
): Promise<{ id: string; content: Typed }> {
  const id = randomUUID()
  const { data, error } = await publish(client, id, aSauce(changes), null)
  if (error !== null) throw error
  return { id, content: data as Typed }
}
