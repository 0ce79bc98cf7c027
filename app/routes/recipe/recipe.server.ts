import type { MetaDescriptor } from 'react-router'
import type { BreadcrumbList, Recipe as Thing } from 'schema-dts'
import { business } from '../../../domain/business.ts'
import { toAbsoluteUrl, pageMeta } from '../../content/meta.ts'
import { getSharePicturePath } from '../../../domain/share-picture.ts'
import type { Recipe } from '../../features/recipes/recipes.server.ts'
import { breadcrumbData } from '../../features/seo/breadcrumb-data.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'

function nameOf({ card, products: [own] }: Recipe): string {
  return `${card.title} with ${own.name}`
}

export function recipeHead(recipe: Recipe, siteUrl: string): MetaDescriptor[] {
  const { card } = recipe
  const about = `${card.makes}, ${card.time}.`
  return pageMeta(
    {
      title: `${nameOf(recipe)} | ${business.tradingName}`,
      description: `${nameOf(recipe)}: ${card.text} ${about}`,
      canonical: card.to,
    },
    siteUrl,
  )
}

/** Returns structured data of a recipe, without a rating, because there are none. https://schema.org/Recipe */
export function recipeData(
  recipe: Recipe,
  siteUrl: string,
): { thing: Thing & object; way: BreadcrumbList & object } {
  const { card, minutes, method, plainIngredients } = recipe
  const [prep, cook] = minutes
  const path = card.to
  const crumbs = [
    { name: 'Recipes', path: editorialPaths.recipes },
    { name: card.title, path },
  ]
  return {
    thing: {
      '@type': 'Recipe',
      name: nameOf(recipe),
      description: card.text,
      url: siteUrl + path,
      image: toAbsoluteUrl(getSharePicturePath(path), siteUrl),
      author: { '@type': 'Organization', name: business.tradingName },
      recipeYield: card.makes,
      prepTime: `PT${prep}M`,
      cookTime: `PT${cook}M`,
      totalTime: `PT${card.minutes}M`,
      recipeIngredient: plainIngredients,
      recipeInstructions: method.map((text) => ({ '@type': 'HowToStep' as const, text })),
    },
    way: breadcrumbData(crumbs, siteUrl),
  }
}
