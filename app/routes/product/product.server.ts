import type { MetaDescriptor } from 'react-router'
import { business } from '../../../domain/business.ts'
import { dayText } from '../../../domain/day-text.ts'
import type { Product } from '../../../domain/product.ts'
import { findRelatedProducts } from '../../../domain/related.ts'
import { memoizeByObject } from '../../../domain/memoize.ts'
import { boxPairs } from '../../content/boxes.ts'
import { flagsOnLabels } from '../../content/flags.ts'
import { pageMeta } from '../../content/meta.ts'
import { getProductSharePicture } from '../../../domain/share-picture.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import type { LastBoxes } from '../../features/catalogue/last-boxes.server.ts'
import type { PageProduct } from '../../features/catalogue/queries.server.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import {
  getRecipeCards,
  type Recipe,
  type RecipeCard,
} from '../../features/recipes/recipes.server.ts'
import { breadcrumbData } from '../../features/seo/breadcrumb-data.ts'
import { productData } from './structured-data.ts'
import { paths } from '../../core/paths.ts'
import { editorialPaths } from '../../core/editorial-paths.ts'

const mostCharacters = 160

/** Returns the head of a product's page. The canonical URL has the product's own category. */
export function productHead(product: Product, siteUrl: string): MetaDescriptor[] {
  return pageMeta(
    {
      title: `${product.name} | ${business.tradingName}`,
      description: shortenText(`${product.tagline} ${product.description}`.trim() || product.name),
      canonical: paths.product(product),
      image: getProductSharePicture(product.image),
      type: 'product',
    },
    siteUrl,
  )
}

export function shortenText(text: string, most = mostCharacters): string {
  if (text.length <= most) return text
  const room = text.slice(0, most)
  const sentence = /^.*[.!?](?=\s)/s.exec(room)?.[0] ?? ''
  if (sentence.length >= most / 2) return sentence
  return `${room.slice(0, Math.max(room.lastIndexOf(' '), most / 2)).replace(/[\s,;:–-]+$/, '')}…`
}

/**
 * Returns the notice of a change of the product's recipe in the last three months, because regular customers no longer read the
 * label; else null.
 */
export function getRecipeChangeNotice(
  { recipeChangedAt }: PageProduct,
  now: number,
): string | null {
  if (recipeChangedAt === null) return null
  const until = new Date(recipeChangedAt)
  until.setUTCMonth(until.getUTCMonth() + 3)
  return until.getTime() > now ? `Recipe changed on ${dayText(recipeChangedAt)}.` : null
}

export function getStructuredData(
  product: Product,
  siteUrl: string,
): { thing: object; way: object } {
  const crumbs = [
    { name: 'Shop', path: paths.shop },
    { name: categoryLabel(product.category), path: paths.shopFiltered(product.category) },
    { name: product.name, path: paths.product(product) },
  ]
  return { thing: productData(product, siteUrl), way: breadcrumbData(crumbs, siteUrl) }
}

/** Further content of a product's page. */
export interface ProductExtras {
  recipes: RecipeCard[]
  /** The contents of a subscription box: the fixed ones, and those of the last box. */
  inside: readonly { title: string; contents: readonly string[] }[]
  /** The path of the explanation of the label's flag; null for a product without one. */
  flag: string | null
  /** The path of the heat guide's entry for the product's level. */
  heat: string
}

export function getProductExtras(
  { slug, heat }: Product,
  recipes: readonly Recipe[],
  lastBoxes: LastBoxes,
): ProductExtras {
  const pair = boxPairs.find(({ boxes }) => boxes.some((box) => box.slug === slug))
  const [flag] = flagsOnLabels[slug] ?? []
  return {
    recipes: getRecipeCards(recipes, slug),
    inside: [
      pair && { title: 'Inside every one', contents: pair.contents },
      pair && lastBoxes[pair.id],
    ].filter((part) => part !== undefined),
    flag: flag === undefined ? null : `${editorialPaths.flags}#${flag}`,
    heat: `${editorialPaths.heat}#heat-${heat}`,
  }
}

/** Returns a function that finds related products, cached for as long as the cards are. */
export const findRelatedCards = memoizeByObject((cards: readonly CardProduct[]) =>
  findRelatedProducts(cards),
)
