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
  /** How many it feeds or what comes of it: "Serves 2". */
  makes: string
  /** Minutes of doing, then minutes of heat. */
  minutes: readonly [prep: number, cook: number]
  /** Minutes in which nobody has to do a thing, before or between. */
  rest?: number
  /** Parted by "; ". `{}` is the product that it belongs to, `{slug}` another of ours. */
  ingredients: string
  method: readonly string[]
  /** What the kitchen's own cupboard brings of the 14 allergens, and which labels to read. */
  check: string
}

/** Recipes by the product that they belong to and by the name of the idea in its row. */
export type Shelf = Readonly<Record<string, Readonly<Record<string, RecipeWords>>>>
