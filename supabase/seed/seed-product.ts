/** The colours of the field behind a sticker (public.products.tint). */
type SeedTint = 'mint' | 'lilac' | 'butter' | 'blush' | 'sky' | 'peach'

/** What the kitchen handles, in the words of its labels; cereals with gluten by their own names. */
export const kitchenAllergens = [
  'wheat',
  'barley',
  'milk',
  'mustard',
  'celery',
  'soya',
  'sesame',
  'fish',
  'sulphites',
  'peanuts',
] as const
type KitchenAllergen = (typeof kitchenAllergens)[number]

interface SeedStat {
  name: string
  /** 0 to 10. */
  score: number
  words: string
}

/** One row of public.products with its row of public.prices. */
export interface SeedProduct {
  /** Place in the album, 1 to 24 ("Sort_order"). */
  number: number
  id: string
  slug: string
  name: string
  category: string
  tagline: string
  description: string
  /** Pence; null is "Price TBA", and then there is no row of prices. */
  price: number | null
  /** Null where there is no price. */
  priceId: string | null
  /** Set for a subscription box. */
  interval: { unit: 'month' | 'year'; count: number } | null
  /** Front, back label, third picture. */
  imageUrl: string[]
  tags: string[]
  /** In order of weight; the allergenic words stand **between stars**. */
  ingredients: string[]
  allergens: string
  storage: string | null
  /** What is in the pack, for the price per 100 g or 100 ml. */
  net: { amount: number; unit: 'g' | 'ml' } | null
  /** The pack in words where it has no weight or volume. */
  pack: string | null
  /** How much there is, in the words of the label: "190 g", "every month". */
  netLabel: string
  sizes: string[]
  /** 0 to 6. */
  heat: number
  tint: SeedTint
  /** Title to one line. */
  recipeIdeas: Record<string, string>
  stats: SeedStat[]
  isHot: boolean
  isSeasonalLimited: boolean
  isSoldOut: boolean
  isComingSoon: boolean
  isBestSeller: boolean
  /** Null is not counted. */
  stock: number | null
}

type Written =
  | 'number'
  | 'slug'
  | 'name'
  | 'category'
  | 'tagline'
  | 'description'
  | 'price'
  | 'tags'
  | 'allergens'
  | 'tint'
type Derived = 'id' | 'priceId' | 'imageUrl' | 'netLabel'

/** What each product has to say for itself; the rest is worked out or quiet. */
export type SeedProductWords = Pick<SeedProduct, Written> &
  Partial<Omit<SeedProduct, Written | Derived>>

const quiet = {
  interval: null,
  ingredients: [],
  storage: null,
  net: null,
  pack: null,
  sizes: [],
  heat: 0,
  recipeIdeas: {},
  stats: [],
  isHot: false,
  isSeasonalLimited: false,
  isSoldOut: false,
  isComingSoon: false,
  isBestSeller: false,
  stock: null,
}

/** Fills in ids, pictures and everything that a product leaves unsaid. */
export function seedProduct(words: SeedProductWords): SeedProduct {
  const product = { ...quiet, ...words }
  return {
    ...product,
    id: fixedId('a1b00000', words.number),
    priceId: words.price === null ? null : fixedId('9ce00000', words.number),
    imageUrl: ['', '-label', '-third'].map(
      (part) => `/generated/stickers/${words.slug}${part}.svg`,
    ),
    netLabel:
      product.net === null ? (product.pack ?? '') : `${product.net.amount} ${product.net.unit}`,
  }
}

/** The same id at every seeding, in the form of a random one (version 4). */
function fixedId(start: string, number: number): string {
  return `${start}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/**
 * The words of a food's label: what is in it, then what else the kitchen handles. A recipe without any of
 * the 14 says that much and no more: in this kitchen nothing is "free from".
 */
export function foodAllergens(...contained: KitchenAllergen[]): string {
  const others = kitchenAllergens.filter((allergen) => !contained.includes(allergen))
  const recipe =
    contained.length === 0
      ? 'None of the 14 named allergens is an ingredient.'
      : `Contains: ${contained.join(', ')}.`
  return `${recipe} Made in a kitchen that handles ${listed(others)}.`
}

export const boxAllergens = `What is inside changes from box to box. Our own jars and bottles can contain ${listed(
  kitchenAllergens.filter((allergen) => allergen !== 'peanuts'),
)} and are made in a kitchen that handles peanuts. The leaflet in each box lists every allergen in it, ours and other makers’. If you have an allergy, ask us what is in the next box before you order.`

export const merchandiseAllergens = 'Not food, so there is no allergen label to read.'

export const clothingSizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL']

/** "4 of 6" on the stat card, on its scale of ten. */
export function heatStat(heat: number): SeedStat {
  return { name: 'Heat', score: Math.round((heat / 6) * 10), words: `${heat} of 6` }
}

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
