import type { Product } from '../../../domain/product.ts'
import type { ShopClient } from '../../../supabase/client.ts'
import { getIngredients, findProductSlugs, dishRecipes, recipeSlug } from '../../content/recipes.ts'
import type { DishRecipe } from '../../content/recipes/dish-recipe.ts'
import { paths } from '../../core/paths.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'
import { type CardProduct, toCard } from '../catalogue/card-product.ts'
import { formatMinutes } from './minutes-text.ts'
import {
  SHOWN_PRODUCT_COLUMNS,
  type ShownProductRow,
  toShownProduct,
} from '../catalogue/shown-product.server.ts'
import {
  unwrapResponse,
  LIST_RETRIES,
  waitWithBackoff,
  withRetries,
} from '../catalogue/queries.server.ts'

/** The part of a recipe that lists show. */
export interface RecipeCard extends Pick<DishRecipe, 'plate' | 'makes'> {
  slug: string
  title: string
  /** The description of the idea in the product's row. */
  text: string
  /** The total time in minutes, including waiting. */
  minutes: number
  time: string
  to: string
}

export interface Recipe extends Pick<DishRecipe, 'minutes' | 'rest' | 'method' | 'check'> {
  card: RecipeCard
  /** With links to the shop's products, in the markup that `FormattedText` renders. */
  ingredients: string[]
  plainIngredients: string[]
  /** The shop's products in the recipe. The first is the one whose page lists the recipe. */
  products: [CardProduct, ...CardProduct[]]
}

/**
 * Returns the recipes of all active products, in the album's order.
 * @throws CatalogueUnavailable
 */
export async function listRecipes(client: ShopClient): Promise<Recipe[]> {
  const rows = await withRetries(
    () =>
      unwrapResponse(
        client
          .from('products')
          .select(SHOWN_PRODUCT_COLUMNS)
          .eq('active', true)
          .in('slug', Object.keys(dishRecipes))
          .order('Sort_order', { ascending: true })
          .order('position', { referencedTable: 'prices', ascending: true })
          .retry(false)
          .overrideTypes<ShownProductRow[], { merge: false }>(),
      ),
    LIST_RETRIES,
    waitWithBackoff,
  )
  return getRecipes(rows.map(toShownProduct))
}

/** Returns the recipe ideas of each product that have a method. Omits those that use a shop product which is not in `products`. */
export function getRecipes(products: readonly Product[]): Recipe[] {
  const cards = new Map(products.map((product) => [product.slug, toCard(product)]))
  return products.flatMap(({ slug, recipeIdeas }) =>
    Object.entries(recipeIdeas).flatMap(([title, text]) => {
      const words = dishRecipes[slug]?.[title]
      const recipe = words && toRecipe(words, { title, text }, slug, cards)
      return recipe ? [recipe] : []
    }),
  )
}

function toRecipe(
  words: DishRecipe,
  idea: { title: string; text: string },
  own: string,
  cards: ReadonlyMap<string, CardProduct>,
): Recipe | null {
  const { plate, makes, minutes, rest = 0, method, check } = words
  const used = findProductSlugs(words.ingredients, own)
  const [first, ...others] = used.flatMap((slug) => cards.get(slug) ?? [])
  if (first === undefined || others.length + 1 < used.length) return null
  const renderIngredients = (renderProduct: (product: CardProduct) => string) =>
    getIngredients(words.ingredients, own, (slug) => renderProduct(cards.get(slug) ?? first))
  const total = minutes[0] + minutes[1] + rest
  const slug = recipeSlug(idea.title)
  const to = editorialPaths.recipe(slug)
  return {
    card: { ...idea, slug, plate, makes, minutes: total, time: formatMinutes(total), to },
    minutes,
    rest,
    method,
    check,
    ingredients: renderIngredients((product) => `[${product.name}](${paths.product(product)})`),
    plainIngredients: renderIngredients(({ name }) => name),
    products: [first, ...others],
  }
}

/** Returns the recipes that the page of the product lists. */
export function getRecipeCards(recipes: readonly Recipe[], slug: string): RecipeCard[] {
  return recipes.filter(({ products: [own] }) => own.slug === slug).map(({ card }) => card)
}
