/** The pictures of `art/scenes/plates.ts`. */
export type Plate =
  | 'biscuits'
  | 'bowl'
  | 'burger'
  | 'cauliflower'
  | 'cheese'
  | 'chicken'
  | 'chips'
  | 'corn'
  | 'dip'
  | 'eggs'
  | 'fish'
  | 'glass'
  | 'hot-dog'
  | 'mac'
  | 'pizza'
  | 'popcorn'
  | 'potato'
  | 'ribs'
  | 'roast'
  | 'sandwich'
  | 'skewers'
  | 'sundae'
  | 'taco'
  | 'toast'

export interface RecipeWords {
  plate: Plate
  /** The yield: "Serves 2". */
  makes: string
  /** Active minutes, then cooking minutes. */
  minutes: readonly [prep: number, cook: number]
  /** Minutes of waiting, before or between the steps. */
  rest?: number
  /** Separated by "; ". `{}` is the product to which the recipe belongs, `{slug}` another product of the shop. */
  ingredients: string
  method: readonly string[]
  /** The allergens (of the 14) in the cook's own ingredients, and which labels to read. */
  check: string
}

/** Recipes by the slug of their product, then by the name of the idea in the product's row. */
export type Shelf = Readonly<Record<string, Readonly<Record<string, RecipeWords>>>>
