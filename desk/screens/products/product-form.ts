import { queryOptions, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { formatIngredients, splitIngredients } from '../../../domain/ingredients.ts'
import type { ProductLabelRow } from '../../../domain/avoid.ts'
import { getLabelAnswers } from '../../../domain/label-text.ts'
import { formatPence } from '../../../domain/money.ts'
import { parsePence } from '../../../domain/parse-pence.ts'
import type { ProductSaleFields } from '../../../domain/product-gaps.ts'
import { labelQuestion } from '../../features/packing/label-question.ts'
import { isUuid } from '../../data/client.ts'
import { doNotPersist } from '../../data/query-client.ts'
import { rpcParsed } from '../../data/rpc-query.ts'
import { allergenAnswersSchema, mapLineFields, getPlainFieldSchemas } from './product-fields.ts'
import {
  type ProductContent,
  productContentSchema,
  emptyProductContent,
  parseStoredContent,
} from './stored-content.ts'
import { productKey } from '../../features/products/queries.ts'
import { isJsonEqual } from './json-equal.ts'

const pageSchema = v.nullable(
  v.object({
    id: v.string(),
    slug: v.string(),
    number: v.number(),
    tint: v.string(),
    stock: v.nullable(v.number()),
    recipeChangedAt: v.nullable(v.string()),
    /** The allergens that the latest recipe contains and the previous one did not. */
    newAllergens: v.array(v.string()),
    questions: v.optional(v.array(labelQuestion), []),
    content: productContentSchema,
    buyers: v.array(v.object({ number: v.number(), name: v.string(), at: v.string() })),
    written: v.number(),
    /**
     * `unwritten` is the number of people who are to be notified of the recipe; `misled` is how many of them were notified of
     * a recipe that is not the present one.
     */
    unwritten: v.number(),
    misled: v.number(),
    olds: v.array(
      v.object({ id: v.number(), at: v.string(), who: v.string(), content: v.unknown() }),
    ),
  }),
)
type StoredPage = NonNullable<v.InferOutput<typeof pageSchema>>

export interface ProductPage extends Omit<StoredPage, 'olds'> {
  olds: (Omit<StoredPage['olds'][number], 'content'> & { content: ProductContent })[]
}

/** Lists earlier versions, which may lack newer fields; one that cannot be read is left out. */
function toPage(stored: StoredPage): ProductPage {
  const olds = stored.olds.flatMap((old) => {
    const content = parseStoredContent(old.content, stored.content)
    return content === null ? [] : [{ ...old, content }]
  })
  return { ...stored, olds }
}

const productQuery = (id: string) =>
  queryOptions({
    queryKey: productKey(id),
    queryFn: async () => {
      if (!isUuid(id)) return null
      const page = await rpcParsed('desk_product', pageSchema, { p_product: id })
      return page && toPage(page)
    },
  })

export const useProduct = (id: string) => useQuery(productQuery(id))

/**
 * Reads the product that a new one, `copy`, begins as a copy of. It is read once and never from the device, whose version may lack new
 * warnings.
 */
export function useCopiedProduct(id: string | null, copy: string) {
  const query = productQuery(id ?? copy)
  return useQuery({
    ...query,
    queryKey: [...query.queryKey, 'copy', copy],
    enabled: ({ state }) => id !== null && state.data === undefined,
    meta: doNotPersist,
  })
}

/** The values of the editor's form. */
export const productFormSchema = v.object({
  ...getPlainFieldSchemas(),
  ...mapLineFields(() => v.string()),
  price: v.string(),
  photos: v.array(v.object({ src: v.string(), alt: v.string() })),
  net: v.string(),
  unit: v.picklist(['g', 'ml']),
  sizes: v.string(),
  ingredients: v.string(),
  answers: allergenAnswersSchema,
  onSaleFrom: v.string(),
})
export type ProductFormValues = v.InferOutput<typeof productFormSchema>

/** Returns the present values of the form. */
export function useProductFormValues(): ProductFormValues {
  const { control } = useFormContext<ProductFormValues>()
  return useWatch({ control, compute: (all: ProductFormValues) => all })
}

export function toFormValues(content: ProductContent | null): ProductFormValues {
  if (content === null) return toFormValues(emptyProductContent)
  // `allergens`, the text of the label, is left out because it is not a field of the form. Stored drafts do not have it, so every
  // one would otherwise count as changed.
  const { images, alts, price, net, allergens: _label, ...rest } = content
  return {
    ...rest,
    ...mapLineFields((name) => content[name] ?? ''),
    price: price === null ? '' : formatPence(price),
    photos: images.map((src, index) => ({ src, alt: alts[index] ?? '' })),
    net: net === null ? '' : String(net),
    unit: rest.unit ?? 'g',
    sizes: rest.sizes.join(', '),
    ingredients: formatIngredients(rest.ingredients),
    answers: getCompleteAnswers(content),
    onSaleFrom: rest.onSaleFrom ?? '',
  }
}

/** Builds the content to publish; fields that were not edited keep the value of `base` exactly. */
export function toPayload(values: ProductFormValues, base: ProductContent | null): ProductContent {
  const { photos, price, ingredients, answers: given, ...rest } = values
  const isSameRecipe = base !== null && ingredients === formatIngredients(base.ingredients)
  const isSameLabel = isSameRecipe && values.category === base.category
  const isSameAnswers = base !== null && isJsonEqual(given, getCompleteAnswers(base))
  return {
    ...rest,
    ...mapLineFields((name) => values[name].trim() || null),
    price: penceOf(price),
    images: photos.map(({ src }) => src),
    alts: photos.every(({ alt }) => alt === '') ? [] : photos.map(({ alt }) => alt),
    net: numberOf(values.net),
    unit: numberOf(values.net) === null ? null : values.unit,
    sizes: listOf(values.sizes),
    ingredients: isSameRecipe ? base.ingredients : splitIngredients(ingredients),
    // Another label is written from the answers, so they have to include the warnings of the text.
    answers: isSameAnswers && (isSameLabel || base.answers === null) ? base.answers : given,
    // The text of the label belongs to the answers of `base`; the shop writes one for changed answers.
    allergens: isSameAnswers ? base.allergens : null,
    onSaleFrom: values.shelf === 'coming-soon' ? values.onSaleFrom || null : null,
  }
}

/** Returns the answers of a label, with the warnings that only its text or its ingredients state. */
export const getCompleteAnswers = (content: ProductContent | null): ProductFormValues['answers'] =>
  content === null ? {} : { ...content.answers, ...getLabelAnswers(toLabelRow(content)) }

export const toSellable = (values: ProductFormValues): ProductSaleFields => ({
  ...values,
  ...parseAmounts(values),
})

export const toLabelRow = ({ answers: given, ...content }: ProductContent): ProductLabelRow => ({
  ...content,
  allergen_answers: given,
})

export const parseAmounts = ({ price, net }: Pick<ProductFormValues, 'price' | 'net'>) => ({
  price: penceOf(price),
  net: numberOf(net),
})

/**
 * Returns `values` with the fields in which `now` differs from `before`. Each allergen's answer is a field of its own, so that an
 * answer that somebody else has changed in `values` stays.
 */
export function applyFormChanges(
  values: ProductFormValues,
  before: ProductFormValues,
  now: ProductFormValues,
): ProductFormValues {
  return {
    ...withChanges(values, before, now),
    answers: withChanges(values.answers, before.answers, now.answers),
  }
}

/** Returns `values` with the properties in which `now` differs from `before`, without those that only `before` has. */
function withChanges<T extends object>(values: T, before: T, now: T): T {
  const changed = { ...values }
  for (const name of new Set([...keysOf(before), ...keysOf(now)])) {
    if (isJsonEqual(now[name], before[name])) continue
    if (name in now) changed[name] = now[name]
    else delete changed[name]
  }
  return changed
}

const keysOf = <T extends object>(one: T) => Object.keys(one) as (keyof T)[]

function penceOf(typed: string): number | null {
  const read = parsePence(typed)
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
