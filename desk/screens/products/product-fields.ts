import * as v from 'valibot'
import type { AllergenAnswers } from '../../../domain/allergen-answers.ts'
import { allergens } from '../../../domain/allergen-words.ts'
import type { StoredProduct } from '../../../domain/product.ts'

export const allergenAnswersSchema = v.pipe(
  v.record(v.string(), v.picklist(['contains', 'may', 'free'])),
  v.transform((given): AllergenAnswers =>
    Object.fromEntries(
      allergens.flatMap(({ id }) => (given[id] === undefined ? [] : [[id, given[id]]])),
    ),
  ),
)

const texts = v.array(v.string())
const number = v.nullable(v.number())
const unit = v.picklist(['g', 'ml'])
const shelf = v.picklist(['live', 'sold-out', 'coming-soon', 'hidden'])

/**
 * The fields of a product that the desk edits, in the order in which a conflict lists them: the label of a conflict, the schema
 * as `product_content` of the database returns it, and the value of a new product. Fields of one label are chosen together: the
 * description of a photo belongs to its position, a unit to its number and a day to its shelf.
 */
export const productFields = {
  name: plain('Name', v.string(), ''),
  tagline: plain('Line under the name', v.string(), ''),
  description: plain('Description', v.string(), ''),
  category: plain('Kind', v.string(), 'hot-sauce'),
  price: typed('Price', number, null),
  images: typed('Photos', texts, []),
  alts: typed('Photos', texts, []),
  net: typed('Net quantity', number, null),
  unit: typed('Net quantity', v.nullable(unit), null),
  pack: line('Made of', {
    section: 'other',
    input: { label: 'Made of, or how often it comes', maxLength: 100 },
  }),
  sizes: typed('Sizes', texts, []),
  ingredients: typed('Ingredients', texts, []),
  answers: typed('Allergens', v.nullable(allergenAnswersSchema), {}),
  storage: line('How to keep it', {
    section: 'food',
    input: { label: 'How to keep it', maxLength: 300 },
  }),
  heat: plain('Heat', v.number(), 0),
  tags: plain('Tags', texts, []),
  isHot: plain('Badge: hot', v.boolean(), false),
  isLimited: plain('Badge: limited', v.boolean(), false),
  isBestSeller: plain('Badge: best seller', v.boolean(), false),
  shelf: plain('On the shelf', shelf, 'live'),
  onSaleFrom: typed('On the shelf', v.nullable(v.string()), null),
  // The allergen text of the label, which the database derives from the other fields.
  allergens: typed(null, v.nullable(v.string()), null),
}
type Fields = typeof productFields
export type FieldName = keyof Fields
export type FieldGroup = NonNullable<Fields[FieldName]['group']>

/** The fields that each column of a product is edited in; null for a column that the editor does not change. */
export const editedColumns = {
  name: 'name',
  tagline: 'tagline',
  description: 'description',
  category: 'category',
  price: 'price',
  image_url: 'images',
  image_alt: 'alts',
  net_quantity: 'net',
  net_unit: 'unit',
  pack: 'pack',
  sizes: 'sizes',
  ingredients: 'ingredients',
  allergen_answers: 'answers',
  allergens: 'allergens',
  storage: 'storage',
  heat: 'heat',
  tags: 'tags',
  isHot: 'isHot',
  isSeasonalLimited: 'isLimited',
  isBestSeller: 'isBestSeller',
  active: 'shelf',
  isSoldOut: 'shelf',
  isComingSoon: 'shelf',
  on_sale_from: 'onSaleFrom',
  id: null,
  slug: null,
  Sort_order: null,
  tint: null,
  recipeideas: null,
  recipe_changed_at: null,
  stats: null,
  stock: null,
  weight_grams: null,
  shelf_version: null,
  created_at: null,
  updated_at: null,
} as const satisfies Record<keyof StoredProduct, FieldName | null>

interface LineOptions {
  /** The section of the editor: that of food, or that of everything else. */
  section: 'food' | 'other'
  input: { label: string; maxLength: number }
}

/** Describes a field whose form value equals the stored value. */
function plain<const Label extends string | null, Stored extends v.GenericSchema>(
  group: Label,
  stored: Stored,
  empty: v.InferOutput<Stored>,
) {
  return { kind: 'plain' as const, group, stored, empty }
}

/** Describes a field that product-form.ts converts to form values and back. */
function typed<const Label extends string | null, Stored extends v.GenericSchema>(
  group: Label,
  stored: Stored,
  empty: v.InferOutput<Stored>,
) {
  return { kind: 'typed' as const, group, stored, empty }
}

/** Describes a field with one line of text; null when it is empty. */
function line<const Label extends string>(group: Label, options: LineOptions) {
  return { kind: 'line' as const, group, stored: v.nullable(v.string()), empty: null, ...options }
}

type NamesOf<Kind> = {
  [Name in FieldName]: Fields[Name]['kind'] extends Kind ? Name : never
}[FieldName]
export type PlainFieldName = NamesOf<'plain'>
export type LineFieldName = NamesOf<'line'>

export const fieldNames = Object.keys(productFields).filter(
  (name): name is FieldName => name in productFields,
)
export const lineFieldNames = fieldNames.filter(
  (name): name is LineFieldName => productFields[name].kind === 'line',
)

/** Returns one property of each field under the field's name. */
export function pickFieldProperty<Property extends 'stored' | 'empty'>(
  property: Property,
): { [Name in FieldName]: Fields[Name][Property] }
export function pickFieldProperty(property: 'stored' | 'empty'): Record<string, unknown> {
  return Object.fromEntries(fieldNames.map((name) => [name, productFields[name][property]]))
}

/** Returns the schemas of the fields whose form has their value as it is. */
export function getPlainFieldSchemas(): { [Name in PlainFieldName]: Fields[Name]['stored'] }
export function getPlainFieldSchemas(): Record<string, v.GenericSchema> {
  const plainFields = Object.entries(productFields).filter(([, { kind }]) => kind === 'plain')
  return Object.fromEntries(plainFields.map(([name, { stored }]) => [name, stored]))
}

/** Returns a value for each line of text, made from its name. */
export function mapLineFields<Value>(
  toValue: (name: LineFieldName) => Value,
): Record<LineFieldName, Value>
export function mapLineFields<Value>(
  toValue: (name: LineFieldName) => Value,
): Record<string, Value> {
  return Object.fromEntries(lineFieldNames.map((name) => [name, toValue(name)]))
}
