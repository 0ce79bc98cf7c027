import { barbecue } from './recipes/barbecue.ts'
import { condiments } from './recipes/condiments.ts'
import type { Shelf } from './recipes/recipe-words.ts'
import { sauces } from './recipes/sauces.ts'
import { seasonings } from './recipes/seasonings.ts'

/** The recipes for the ideas that product rows suggest. Server only: a page is sent its own recipe alone. */
export const recipeShelves: Shelf = { ...sauces, ...barbecue, ...condiments, ...seasonings }

/** The last part of a recipe's address, from its name: "Cheese and jalapeño" is cheese-and-jalapeno. */
export function recipeSlug(title: string): string {
  const letters = title.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

const ours = /\{([a-z0-9-]*)\}/g

/** Every product of ours in an ingredient list, by slug. */
export function findProductSlugs(ingredients: string, own: string): string[] {
  const slugs = [...ingredients.matchAll(ours)].map(([, slug]) => slug || own)
  return [...new Set([own, ...slugs])]
}

/** The ingredients of a list, with what `nameOf` says for each product of ours. */
export function getIngredients(
  ingredients: string,
  own: string,
  nameOf: (slug: string) => string,
): string[] {
  return ingredients
    .split('; ')
    .map((line) => line.replaceAll(ours, (_, slug: string) => nameOf(slug || own)))
}
