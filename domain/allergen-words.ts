/** One of the fourteen that a label must name (Regulation (EU) 1169/2011, annex II, as kept in UK law). */
export interface Allergen {
  id: string
  /** As the desk and the label's sentence say it. */
  name: string
  /** The words of ingredients that give it away; parts of a pattern. */
  words: string
  /** Those that the law wants on the label themselves, in place of the group's name. */
  names?: string
}

/** What is no milk. */
const plants = 'coconut|cocoa|peanut|almond|cashew|oat|rice|shea|nut|soya|soy'

/**
 * In the order of labels. `allergen_words` in the database (*_products_at_the_desk.sql) has the same patterns, and
 * tests/desk/products.test.ts holds both together.
 */
export const allergens = [
  { id: 'celery', name: 'Celery', words: '\\b(?:celery|celeriac)\\b' },
  {
    id: 'gluten',
    name: 'Cereals with gluten',
    words:
      '\\b(?:wheat|rye|barley|oats?|spelt|kamut|gluten|semolina|couscous|bulgh?ur|seitan|malt)\\b',
    names: '\\b(?:wheat|rye|barley|oats?|spelt|kamut)\\b',
  },
  {
    id: 'crustaceans',
    name: 'Crustaceans',
    words: '\\b(?:crustaceans?|prawns?|shrimps?|crabs?|lobsters?|crayfish|langoustines?)\\b',
  },
  { id: 'eggs', name: 'Eggs', words: '\\b(?:eggs?|mayonnaise|albumen)\\b' },
  {
    id: 'fish',
    name: 'Fish',
    words: '\\b(?:fish|anchovy|anchovies|tuna|salmon|cod|haddock|mackerel|sardines?)\\b',
  },
  { id: 'lupin', name: 'Lupin', words: '\\blupins?\\b' },
  {
    id: 'milk',
    name: 'Milk',
    words: `(?<!\\b(?:${plants}) )\\b(?:milk|buttermilk|butter|cream|cheese|cheddar|parmesan|whey|casein|yogh?urts?|ghee|lactose)\\b(?! (?:beans?|of tartar))`,
  },
  {
    id: 'molluscs',
    name: 'Molluscs',
    words: '\\b(?:molluscs?|mussels?|clams?|oysters?|squid|octopus|scallops?)\\b(?! mushrooms?)',
  },
  { id: 'mustard', name: 'Mustard', words: '\\bmustard\\b' },
  {
    id: 'nuts',
    name: 'Nuts',
    words:
      '\\b(?:nuts?|almonds?|hazelnuts?|walnuts?|cashews?|pecans?|pistachios?|macadamias?|marzipan|praline)\\b',
    names:
      '\\b(?:almonds?|hazelnuts?|walnuts?|cashews?|pecans?|brazil nuts?|pistachios?|macadamias?)\\b',
  },
  { id: 'peanuts', name: 'Peanuts', words: '\\b(?:peanuts?|groundnuts?)\\b' },
  { id: 'sesame', name: 'Sesame', words: '\\b(?:sesame|tahini)\\b' },
  { id: 'soya', name: 'Soya', words: '\\b(?:soya|soy|tofu|edamame|miso|tempeh)\\b' },
  {
    id: 'sulphites',
    name: 'Sulphites',
    words: '\\b(?:sulphites?|sulfites?|sulphur dioxide|metabisulphites?)\\b',
  },
] as const satisfies readonly Allergen[]

export type AllergenId = (typeof allergens)[number]['id']
