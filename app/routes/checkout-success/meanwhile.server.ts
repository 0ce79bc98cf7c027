import type { ShopContext } from '../../core/context.ts'
import { logUnavailable } from '../../features/catalogue/queries.server.ts'
import { diaryEntries } from '../../features/places/happenings.server.ts'
import { listRecipes, type RecipeCard } from '../../features/recipes/recipes.server.ts'
import { diary } from '../diary.server.ts'

const mostDates = 2

/** The next dates, and a recipe of each product. The same for everybody: what was bought, the browser knows. */
export async function readSuggestions(shop: ShopContext) {
  try {
    const [{ upcoming }, recipes] = await Promise.all([
      diary(shop),
      shop.readRows('recipes', listRecipes),
    ])
    const on = diaryEntries(upcoming).filter(({ isOff }) => !isOff)
    const own = new Map<string, { productId: string; card: RecipeCard }>()
    for (const { card, products } of recipes) {
      const productId = products[0].id
      if (!own.has(productId)) own.set(productId, { productId, card })
    }
    return { dates: on.slice(0, mostDates), recipes: [...own.values()] }
  } catch (error) {
    logUnavailable(error, shop)
    return { dates: [], recipes: [] }
  }
}

export type Suggestions = Awaited<ReturnType<typeof readSuggestions>>
