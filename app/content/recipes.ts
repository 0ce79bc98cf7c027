import { barbecueRecipes } from './recipes/barbecue.ts'
import { condimentRecipes } from './recipes/condiments.ts'
import type { RecipesByProduct } from './recipes/dish-recipe.ts'
import { sauceRecipes } from './recipes/sauces.ts'
import { seasoningRecipes } from './recipes/seasonings.ts'

/** The recipes of the ideas in product rows. Server only: a page receives its own recipe alone. */
export const dishRecipes: RecipesByProduct = {
  ...sauceRecipes,
  ...barbecueRecipes,
  ...condimentRecipes,
  ...seasoningRecipes,
}

/** Returns the slug of a recipe's name: "cheese-and-jalapeno" for "Cheese and jalapeño". */
export function recipeSlug(title: string): string {
  const letters = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

const ours = /\{([a-z0-9-]*)\}/g

/** Returns the slugs of the shop's products in an ingredient list, first `own`. */
export function findProductSlugs(ingredients: string, own: string): string[] {
  const slugs = [...ingredients.matchAll(ours)].map(([, slug]) => slug || own)
  return [...new Set([own, ...slugs])]
}

/** Returns the ingredients of a list, with the result of `nameOf` for each of the shop's products. */
export function getIngredients(
  ingredients: string,
  own: string,
  nameOf: (slug: string) => string,
): string[] {
  return ingredients
    .split('; ')
    .map((line) => line.replaceAll(ours, (_, slug: string) => nameOf(slug || own)))
}
