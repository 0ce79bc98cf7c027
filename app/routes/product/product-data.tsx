import { useRouteLoaderData } from 'react-router'
import type { Product } from '../../../domain/product.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { breadcrumbData, productData } from '../../features/catalogue/structured-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import type { loader } from '../../root.tsx'

/** The product and the way to it, for search engines. */
export function ProductData({ product }: { product: Product }) {
  const siteUrl = useRouteLoaderData<typeof loader>('root')?.siteUrl ?? ''
  const crumbs = [
    { name: 'Shop', path: paths.shop },
    { name: categoryLabel(product.category), path: paths.shopFiltered(product.category) },
    { name: product.name, path: paths.product(product) },
  ]
  return (
    <>
      <JsonLd data={productData(product, siteUrl)} />
      <JsonLd data={breadcrumbData(crumbs, siteUrl)} />
    </>
  )
}
