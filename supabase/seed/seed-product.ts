import {
  type AllergenAnswer,
  type AllergenAnswers,
  formatAllergenLabel,
  findAllergens,
  type KitchenAllergen,
  kitchenAllergens,
} from '../../domain/allergen-answers.ts'
import { type AllergenId, allergens } from '../../domain/allergen-words.ts'
import { removeLabelMarks } from '../../domain/allergens.ts'
import { notFoodText } from '../../domain/label-text.ts'
import type { Product } from '../../domain/product.ts'

/** The fields that every product in the seed data states. */
type Stated = 'slug' | 'name' | 'category' | 'tagline' | 'description' | 'price' | 'tags' | 'tint'

/** The fields that are not stated, because `seedProduct` or the database derives them. */
type Derived = 'id' | 'image' | 'images' | 'active' | 'sortOrder' | 'prices' | 'priceId'

/** The values of fields that a product may omit. */
const defaults = {
  interval: null,
  answers: null,
  allergens: '',
  /** The ingredients as on the label, in descending order of weight, separated by "; ". Allergens are **between asterisks**. */
  ingredients: '',
  storage: null,
  net: null,
  pack: null,
  sizes: [],
  heat: 0,
  recipeIdeas: {},
  /** Statistics on the product's card. Every food also has its heat as the first one. */
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
 * A product as the seed files state it; `seedProduct` adds all other fields. A product with a price of null gets no row in
 * public.prices.
 */
export interface SeedProductWords
  extends
    Pick<Product, Stated>,
    Partial<
      Pick<Product, Exclude<keyof typeof defaults, 'ingredients' | 'answers' | 'allergens'>>
    > {
  /** The product's position in the catalogue, from 1 to 24 ("Sort_order" in the specification). */
  number: number
  /** For food: whether it contains, may contain or is free from each of the fourteen allergens. */
  answers?: Answers | null
  /** The label's text about allergens, for a product whose text is not generated from `answers`. */
  allergens?: string
  ingredients?: string
}

type Answers = Required<AllergenAnswers>

/** A product with all fields for its rows in public.products and public.prices. */
export interface SeedProduct extends Required<Omit<SeedProductWords, 'ingredients'>> {
  ingredients: string[]
  id: string
  /** The id of the row in public.prices; null for a product without a price. */
  priceId: string | null
  /** The paths of the product's three pictures: front, back label and third view. */
  imageUrl: string[]
  /** The quantity as on the label: "190 g", or "every month" for a subscription box. */
  netLabel: string
}

/** Returns a product with its ids, its pictures and default values for omitted fields. */
export function seedProduct(words: SeedProductWords): SeedProduct {
  const { stats, ingredients, answers, ...product }: Required<SeedProductWords> = {
    ...defaults,
    ...words,
  }
  const { number, slug, price, net, pack, heat } = product
  // Converts the heat, at most 6, to a score of at most 10, as all statistics have; the text stays "4 of 6".
  const heatStat = { name: 'Heat', score: Math.round((heat / 6) * 10), words: `${heat} of 6` }
  return {
    ...product,
    ingredients: ingredients.split('; ').filter(Boolean),
    allergens:
      product.allergens ||
      (formatAllergenLabel(removeLabelMarks(ingredients), answers ?? {}) ?? ''),
    answers,
    stats: product.category === 'merchandise' ? stats : [heatStat, ...stats],
    id: fixedId('a1b00000', number),
    priceId: price === null ? null : fixedId('9ce00000', number),
    imageUrl: ['', '-label', '-third'].map((part) => `/generated/stickers/${slug}${part}.svg`),
    netLabel: net === null ? (pack ?? '') : `${net.amount} ${net.unit}`,
  }
}

/** Returns a fixed id in the format of a random UUID (version 4), so that every new database has the same ids. */
function fixedId(start: string, number: number): string {
  return `${start}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/**
 * The allergens that other recipes bring to each work area of the kitchen, which are therefore possible as traces. Fruit and sauces
 * have pots of their own; flour and milk powder are in the air where mixes are made; the crisp has a fryer of its own.
 */
const benches = {
  fruit: ['sulphites'],
  sauces: ['barley', 'fish', 'mustard', 'celery'],
  mixes: ['wheat', 'milk', 'mustard', 'celery', 'sulphites'],
  crisps: ['soya', 'sesame', 'sulphites', 'peanuts'],
} as const satisfies Record<string, readonly KitchenAllergen[]>

/**
 * Returns the answers of a food for all fourteen allergens: 'contains' for `contained`, 'may' for those of its work area, and
 * 'free' for all others.
 */
export function foodAnswers(bench: keyof typeof benches, ...contained: KitchenAllergen[]): Answers {
  const isIn = findAllergens(contained.join(', '))
  const isNear = findAllergens(benches[bench].join(', '))
  return answersFor((id) => (isIn.has(id) ? 'contains' : isNear.has(id) ? 'may' : 'free'))
}

/** The answers of a subscription box for all fourteen allergens: 'may', because the contents of the next box are not known. */
export const boxAnswers = answersFor(() => 'may')

function answersFor(answer: (id: AllergenId) => AllergenAnswer): Answers {
  return Object.fromEntries(allergens.map(({ id }) => [id, answer(id)])) as Answers
}

export const boxAllergens = `What is inside changes from box to box. Our own jars and bottles can contain ${listed(
  kitchenAllergens.filter((allergen) => allergen !== 'peanuts'),
)} and are made in a kitchen that handles peanuts. The leaflet in each box lists every allergen in it, ours and other makers’. If you have an allergy, ask us what is in the next box before you order.`

export const merchandiseAllergens = notFoodText

export const clothingSizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL']

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
