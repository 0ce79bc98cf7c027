import { data, isRouteErrorResponse } from 'react-router'
import { business } from '../../../domain/business.ts'
import { shopContext } from '../../context.ts'
import { markLabel } from '../../features/catalogue/card-product.ts'
import {
  findProduct,
  listDeliveryOptions,
  listCards,
  noteUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import type { Route } from './+types/product.ts'
import { BuyBar } from './buy-bar.tsx'
import { BuyBox } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { LabelSections } from './label-sections.tsx'
import { structuredData } from './product-data.server.ts'
import { productHead } from './product-head.server.ts'
import { ProductFailure, ProductNotFound } from './product-not-found.tsx'
import { ProductTop } from './product-top.tsx'
import styles from './product.module.css'
import { relativesOf } from './related.server.ts'
import { Related } from './related.tsx'
import { VitalStatistics } from './vital-statistics.tsx'

const RELATED = 5

/** @throws 404 for an unknown product, 503 when the database cannot be asked */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { readRows, siteUrl } = shop
  const key = params.idOrSlug ?? params.slug ?? ''
  try {
    const [product, all, delivery] = await Promise.all([
      readRows(`product:${key}`, (client) => findProduct(client, key)),
      readRows('cards', listCards),
      readRows('delivery', listDeliveryOptions),
    ])
    if (product === null) throw data(null, { status: 404 })
    const page = {
      head: productHead(product, siteUrl),
      structured: structuredData(product, siteUrl),
      product: markLabel(product),
      delivery,
      related: relativesOf(all)(product, RELATED),
    }
    const isMadeUp = params.category !== undefined && params.category !== product.category
    return data(page, isMadeUp ? { headers: { 'Cache-Control': 'private, no-store' } } : undefined)
  } catch (error) {
    throw data(noteUnavailable(error, shop).message, { status: 503 })
  }
}

/** A product shows under any category; pages of those that anybody can make up stay out of the page cache. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function meta({ loaderData, error }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData) return loaderData.head
  const failed = isRouteErrorResponse(error) && error.status !== 404
  const title = failed ? 'Error Loading Product' : 'Product Not Found'
  return [{ title: `${title} | ${business.tradingName}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { structured, product, delivery, related } = loaderData
  return (
    <>
      <JsonLd data={structured.thing} />
      <JsonLd data={structured.way} />
      <div className={styles.page}>
        <ProductTop product={product} />
        <div className={`wrap ${styles.columns}`}>
          <Gallery key={product.id} product={product} />
          <section aria-labelledby="product-name">
            <BuyBox key={product.id} product={product} delivery={delivery} />
            <LabelSections product={product} delivery={delivery} />
          </section>
        </div>
      </div>
      <VitalStatistics product={product} />
      <Related products={related} />
      <BuyBar product={product} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error
  return error.status === 404 ? <ProductNotFound /> : <ProductFailure text={String(error.data)} />
}
