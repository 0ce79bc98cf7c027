import type { Product } from './product.ts'
import { tagFilter } from './tag-filter.ts'

/** Names of foods by what the owner's tags say of them. What is `unmarked` may be anything: it is not called vegan. */
export interface Diets {
  vegan: string[]
  vegetarian: string[]
  unmarked: string[]
}

/** The tags that lead somewhere, for chips: what is vegan is vegetarian without saying so. */
export function tagsToShow(tags: readonly string[]): string[] {
  const isVegan = tags.some((tag) => tagFilter(tag) === 'vegan')
  const isSaid = (mark: string) => mark === '' || (isVegan && mark === 'vegetarian')
  return tags.filter((tag) => !isSaid(tagFilter(tag)))
}

/** Nothing is concluded from ingredients: only the owner knows what is in a Worcester sauce. */
export function dietsOf(
  products: readonly (Pick<Product, 'name' | 'tags'> & {
    ingredients: readonly string[] | string
  })[],
): Diets {
  const diets: Diets = { vegan: [], vegetarian: [], unmarked: [] }
  for (const { name, tags, ingredients } of products) {
    if (ingredients.length === 0) continue
    const marks = tags.map(tagFilter)
    const diet = (['vegan', 'vegetarian'] as const).find((mark) => marks.includes(mark))
    diets[diet ?? 'unmarked'].push(name)
  }
  return diets
}
