import {
  type AllergenAnswer,
  type AllergenAnswers,
  allergenLabel,
  findAllergens,
  type KitchenAllergen,
  kitchenAllergens,
} from '../../domain/allergen-answers.ts'
import { type AllergenId, allergens } from '../../domain/allergen-words.ts'
import { plainLabel } from '../../domain/allergens.ts'
import { notFoodWords } from '../../domain/label-text.ts'
import type { Product } from '../../domain/product.ts'

/** The fields that each product states. */
type Stated = 'slug' | 'name' | 'category' | 'tagline' | 'description' | 'price' | 'tags' | 'tint'

/** The fields that follow from others, from the row of prices, or from the place in the album. */
type Derived = 'id' | 'image' | 'images' | 'active' | 'sortOrder' | 'prices' | 'priceId'

/** The default values of the fields that a product may leave out. */
const defaults = {
  interval: null,
  answers: null,
  allergens: '',
  /**
   * The ingredients as on the label, in order of weight, separated by "; "; the allergenic words are **between
   * asterisks**.
   */
  ingredients: '',
  storage: null,
  net: null,
  pack: null,
  sizes: [],
  heat: 0,
  recipeIdeas: {},
  /** Statistics besides the heat, which is the first one of every food. */
  stats: [],
  isHot: false,
  isSeasonalLimited: false,
  isSoldOut: false,
  isComingSoon: false,
  isBestSeller: false,
  stock: null,
} satisfies Omit<Product, Stated | Derived | 'ingredients' | 'allergens'> & {
  ingredients: string
  answers: Answers | null
  allergens: string
}

/**
 * The fields that each product states; the others are derived or have a default. Without a price it has no row of prices.
 */
export interface SeedProductWords
  extends
    Pick<Product, Stated>,
    Partial<
      Pick<Product, Exclude<keyof typeof defaults, 'ingredients' | 'answers' | 'allergens'>>
    > {
  /** Place in the album, 1 to 24 ("Sort_order"). */
  number: number
  /** Answers for all fourteen allergens, for food. */
  answers?: Answers | null
  /** The label's text, when no sentence is made from the answers. */
  allergens?: string
  ingredients?: string
}

type Answers = Required<AllergenAnswers>

/** A row of public.products with its row of public.prices. */
export interface SeedProduct extends Required<Omit<SeedProductWords, 'ingredients'>> {
  ingredients: string[]
  id: string
  /** The id of the price; null without a price. */
  priceId: string | null
  /** The front, the back label and the third picture. */
  imageUrl: string[]
  /** The quantity in the words of the label: "190 g", "every month". */
  netLabel: string
}

/** Returns a product with its ids, pictures and default values. */
export function seedProduct(words: SeedProductWords): SeedProduct {
  const { stats, ingredients, answers, ...product }: Required<SeedProductWords> = {
    ...defaults,
    ...words,
  }
  const { number, slug, price, net, pack, heat } = product
  // Shows "4 of 6" on the stat card, as a score of ten.
  const heatStat = { name: 'Heat', score: Math.round((heat / 6) * 10), words: `${heat} of 6` }
  return {
    ...product,
    ingredients: ingredients.split('; ').filter(Boolean),
    allergens: product.allergens || (allergenLabel(plainLabel(ingredients), answers ?? {}) ?? ''),
    answers,
    stats: product.category === 'merchandise' ? stats : [heatStat, ...stats],
    id: fixedId('a1b00000', number),
    priceId: price === null ? null : fixedId('9ce00000', number),
    imageUrl: ['', '-label', '-third'].map((part) => `/generated/stickers/${slug}${part}.svg`),
    netLabel: net === null ? (pack ?? '') : `${net.amount} ${net.unit}`,
  }
}

/** Returns an id in the form of a random one (version 4), but the same at every seeding. */
function fixedId(start: string, number: number): string {
  return `${start}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/**
 * The allergens that each bench of the kitchen handles besides the recipe's own. Fruit has its own pans, sauces their
 * kettles; in the dry room flour and milk powder are in the air, and the crisp has a fryer to itself.
 */
const benches = {
  fruit: ['sulphites'],
  sauces: ['barley', 'fish', 'mustard', 'celery'],
  mixes: ['wheat', 'milk', 'mustard', 'celery', 'sulphites'],
  crisps: ['soya', 'sesame', 'sulphites', 'peanuts'],
} as const satisfies Record<string, readonly KitchenAllergen[]>

/**
 * Returns all fourteen answers of a food: contained allergens, those that its bench also handles as "may", and the others as free.
 */
export function foodAnswers(bench: keyof typeof benches, ...contained: KitchenAllergen[]): Answers {
  const isIn = findAllergens(contained.join(', '))
  const isNear = findAllergens(benches[bench].join(', '))
  return answersFor((id) => (isIn.has(id) ? 'contains' : isNear.has(id) ? 'may' : 'free'))
}

/** All answers are "may", because the contents of the next box are not known. */
export const boxAnswers = answersFor(() => 'may')

function answersFor(answer: (id: AllergenId) => AllergenAnswer): Answers {
  return Object.fromEntries(allergens.map(({ id }) => [id, answer(id)])) as Answers
}

export const boxAllergens = `What is inside changes from box to box. Our own jars and bottles can contain ${listed(
  kitchenAllergens.filter((allergen) => allergen !== 'peanuts'),
)} and are made in a kitchen that handles peanuts. The leaflet in each box lists every allergen in it, ours and other makers’. If you have an allergy, ask us what is in the next box before you order.`

export const merchandiseAllergens = notFoodWords

export const clothingSizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL']

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
