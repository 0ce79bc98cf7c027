/** The pictures of `art/scenes/plates.ts`. */
export type PlatePicture =
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

export interface DishRecipe {
  plate: PlatePicture
  /** The yield: "Serves 2". */
  makes: string
  /** Active minutes, then cooking minutes. */
  minutes: readonly [prep: number, cook: number]
  /** Minutes of waiting, before or between the steps. */
  rest?: number
  /**
   * The ingredients, separated by "; ". The placeholder `{}` is replaced by the name of the product to which the recipe belongs,
   * `{slug}` by that of another product of the shop.
   */
  ingredients: string
  method: readonly string[]
  /** The allergens (of the 14) in the cook's own ingredients, and which labels to read. */
  check: string
}

/** The recipes of dishes by the slug of their product, then by their title in the product's column `recipeideas`. */
export type RecipesByProduct = Readonly<Record<string, Readonly<Record<string, DishRecipe>>>>
