import type { Product } from '../../../domain/product.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { breadcrumbData, productData } from './structured-data.ts'
import { paths } from '../../paths.ts'

/** The product and the way to it, for search engines. */
export function structuredData(product: Product, siteUrl: string): { thing: object; way: object } {
  const crumbs = [
    { name: 'Shop', path: paths.shop },
    { name: categoryLabel(product.category), path: paths.shopFiltered(product.category) },
    { name: product.name, path: paths.product(product) },
  ]
  return { thing: productData(product, siteUrl), way: breadcrumbData(crumbs, siteUrl) }
}
