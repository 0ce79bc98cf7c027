import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { type AllergenAnswers, answersOf } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import { ingredientsTyped, splitIngredients } from '../../../domain/ingredients.ts'
import { formatPence } from '../../../domain/money.ts'
import { readPence } from '../../../domain/pence-typed.ts'
import { type Gap, productGaps, type Sellable } from '../../../domain/product-gaps.ts'
import { ask, client, isId } from '../../client.ts'
import { oneKey } from './list.ts'
import { isSame } from './same.ts'

const answers = v.pipe(
  v.record(v.string(), v.picklist(['contains', 'may', 'free'])),
  v.transform((given): AllergenAnswers =>
    Object.fromEntries(
      allergens.flatMap(({ id }) => (given[id] === undefined ? [] : [[id, given[id]]])),
    ),
  ),
)

/** A product as the database has it for the editor (`product_content`). */
export const contentSchema = v.object({
  name: v.string(),
  tagline: v.string(),
  description: v.string(),
  category: v.string(),
  price: v.nullable(v.number()),
  images: v.array(v.string()),
  alts: v.array(v.string()),
  net: v.nullable(v.number()),
  unit: v.nullable(v.picklist(['g', 'ml'])),
  pack: v.nullable(v.string()),
  sizes: v.array(v.string()),
  ingredients: v.array(v.string()),
  answers: v.nullable(answers),
  allergens: v.nullable(v.string()),
  storage: v.nullable(v.string()),
  heat: v.number(),
  tags: v.array(v.string()),
  isHot: v.boolean(),
  isLimited: v.boolean(),
  isBestSeller: v.boolean(),
  onSaleFrom: v.nullable(v.string()),
  shelf: v.picklist(['live', 'sold-out', 'coming-soon', 'hidden']),
})
export type Content = v.InferOutput<typeof contentSchema>

const pageSchema = v.nullable(
  v.object({
    id: v.string(),
    slug: v.string(),
    number: v.number(),
    tint: v.string(),
    stock: v.nullable(v.number()),
    recipeChangedAt: v.nullable(v.string()),
    /** Of the fourteen, what its latest recipe contains and the one before did not. */
    newAllergens: v.array(v.string()),
    content: contentSchema,
    buyers: v.array(v.object({ number: v.number(), name: v.string(), at: v.string() })),
    written: v.number(),
    /** How many are to be written to about the recipe, and how many of them were told of one that it is not. */
    unwritten: v.number(),
    misled: v.number(),
    olds: v.array(
      v.object({ id: v.number(), at: v.string(), who: v.string(), content: contentSchema }),
    ),
  }),
)
export type ProductPage = NonNullable<v.InferOutput<typeof pageSchema>>

export function useProduct(id: string) {
  return useQuery({
    queryKey: oneKey(id),
    queryFn: async () =>
      isId(id)
        ? v.parse(pageSchema, await ask(client.rpc('desk_product', { p_product: id })))
        : null,
  })
}

/** What is typed in the editor. */
export const valuesSchema = v.object({
  ...v.pick(contentSchema, [
    'name',
    'tagline',
    'description',
    'category',
    'heat',
    'tags',
    'isHot',
    'isLimited',
    'isBestSeller',
    'shelf',
  ]).entries,
  price: v.string(),
  photos: v.array(v.object({ src: v.string(), alt: v.string() })),
  net: v.string(),
  unit: v.picklist(['g', 'ml']),
  pack: v.string(),
  sizes: v.string(),
  ingredients: v.string(),
  answers,
  storage: v.string(),
  onSaleFrom: v.string(),
})
export type Values = v.InferOutput<typeof valuesSchema>

/** What is typed now. */
export function useValues(): Values {
  const { control } = useFormContext<Values>()
  return useWatch({ control, compute: (all: Values) => all })
}

export function toValues(content: Content | null): Values {
  if (content === null) return nothing
  const { images, alts, price, net, ...rest } = content
  return {
    ...rest,
    price: price === null ? '' : formatPence(price),
    photos: images.map((src, index) => ({ src, alt: alts[index] ?? '' })),
    net: net === null ? '' : String(net),
    unit: rest.unit ?? 'g',
    pack: rest.pack ?? '',
    sizes: rest.sizes.join(', '),
    ingredients: ingredientsTyped(rest.ingredients),
    answers: rest.answers ?? answersOf(rest.allergens),
    storage: rest.storage ?? '',
    onSaleFrom: rest.onSaleFrom ?? '',
  }
}

const nothing: Values = {
  name: '',
  tagline: '',
  description: '',
  category: 'hot-sauce',
  price: '',
  photos: [],
  net: '',
  unit: 'g',
  pack: '',
  sizes: '',
  ingredients: '',
  answers: {},
  storage: '',
  heat: 0,
  tags: [],
  isHot: false,
  isLimited: false,
  isBestSeller: false,
  onSaleFrom: '',
  shelf: 'live',
}

/** What is written, by what it was based on: what nobody touched is given back as it was, to the letter. */
export function toContent(values: Values, base: Content | null): Content {
  const { photos, price, ingredients, answers: given, ...rest } = values
  const isSameRecipe = base !== null && ingredients === ingredientsTyped(base.ingredients)
  const isUnanswered =
    base !== null && base.answers === null && isSame(given, answersOf(base.allergens))
  return {
    ...rest,
    price: penceOf(price),
    images: photos.map(({ src }) => src),
    alts: photos.every(({ alt }) => alt === '') ? [] : photos.map(({ alt }) => alt),
    net: numberOf(values.net),
    unit: numberOf(values.net) === null ? null : values.unit,
    pack: values.pack.trim() || null,
    sizes: listOf(values.sizes),
    ingredients: isSameRecipe ? base.ingredients : splitIngredients(ingredients),
    answers: isUnanswered ? null : given,
    allergens: base?.allergens ?? null,
    storage: values.storage.trim() || null,
    onSaleFrom: values.shelf === 'coming-soon' ? values.onSaleFrom || null : null,
  }
}

export const toSellable = (values: Values): Sellable => ({ ...values, ...amountsOf(values) })

/**
 * What keeps it from being sold. What is on sale with the same label may lack what it lacked, as `desk_publish` has it:
 * another photo or name makes it no worse.
 */
export function gapsOf(values: Values, base: Content | null): Gap[] {
  const gaps = productGaps(toSellable(values))
  const isSold = base?.shelf === 'live' || base?.shelf === 'sold-out'
  if (!isSold || !isSame(labelOf(toContent(values, base)), labelOf(base))) return gaps
  const known = productGaps(toSellable(toValues(base))).map(({ field }) => field)
  return gaps.filter(({ field }) => !known.includes(field))
}

const labelOf = ({ category, ingredients, answers }: Content) => [category, ingredients, answers]

export const amountsOf = ({ price, net }: Pick<Values, 'price' | 'net'>) => ({
  price: penceOf(price),
  net: numberOf(net),
})

const valueNames = Object.keys(valuesSchema.entries).filter(
  (name): name is keyof Values => name in valuesSchema.entries,
)

/** Other values, with what was typed since. */
export function withTyped(values: Values, before: Values, now: Values): Values {
  const typed = valueNames.filter((name) => !isSame(now[name], before[name]))
  return { ...values, ...Object.fromEntries(typed.map((name) => [name, now[name]])) }
}

function penceOf(typed: string): number | null {
  const read = readPence(typed)
  return 'pence' in read && read.pence !== 0 ? read.pence : null
}

function numberOf(typed: string): number | null {
  const number = Number(typed.trim().replace(',', '.'))
  return typed.trim() !== '' && Number.isFinite(number) && number > 0 ? number : null
}

const listOf = (typed: string): string[] =>
  typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
