import type { ShopContext } from '../../core/context.ts'
import { logCatalogueUnavailable } from '../../features/catalogue/queries.server.ts'
import { toDiaryEntries } from '../../features/places/shop-events.server.ts'
import { listRecipes, type RecipeCard } from '../../features/recipes/recipes.server.ts'
import { loadDiary } from '../diary.server.ts'

const mostDates = 2

/**
 * Returns the next dates and, for each product, one recipe of a dish. The data is the same for every visitor, because only the
 * browser knows the order. Returns empty lists when the database does not respond.
 */
export async function readSuggestions(shop: ShopContext) {
  try {
    const [{ upcoming }, recipes] = await Promise.all([
      loadDiary(shop),
      shop.readRows('recipes', listRecipes),
    ])
    const on = toDiaryEntries(upcoming).filter(({ isOff }) => !isOff)
    const own = new Map<string, { productId: string; card: RecipeCard }>()
    for (const { card, products } of recipes) {
      const productId = products[0].id
      if (!own.has(productId)) own.set(productId, { productId, card })
    }
    return { dates: on.slice(0, mostDates), recipes: [...own.values()] }
  } catch (error) {
    logCatalogueUnavailable(error, shop)
    return { dates: [], recipes: [] }
  }
}

export type Suggestions = Awaited<ReturnType<typeof readSuggestions>>
