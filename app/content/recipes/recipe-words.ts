/** The drawings of `art/scenes/plates.ts`. */
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
  /** Separated by "; ". `{}` is the product that the recipe belongs to, `{slug}` another of our products. */
  ingredients: string
  method: readonly string[]
  /** The allergens (of the 14) in ingredients from the cook's own cupboard, and the labels to read. */
  check: string
}

/** Recipes by the product that they belong to and by the name of the idea in its row. */
export type Shelf = Readonly<Record<string, Readonly<Record<string, RecipeWords>>>>
