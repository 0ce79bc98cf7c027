import { useRef } from 'react'
import { data, isRouteErrorResponse, Link } from 'react-router'
import { canBuy } from '../../../domain/availability.ts'
import { business } from '../../../domain/business.ts'
import { formatPence } from '../../../domain/money.ts'
import type { Product } from '../../../domain/product.ts'
import { netQuantityText } from '../../../domain/quantity.ts'
import { shopContext } from '../../core/context.ts'
import { AddToCartButton } from '../../features/cart/add-to-cart-button.tsx'
import { type CardProduct, markAllergensOnLabel } from '../../features/catalogue/card-product.ts'
import { categoryLabel } from '../../features/catalogue/category.ts'
import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import { ProductCard } from '../../features/catalogue/product-card.tsx'
import { readLastBoxes } from '../../features/catalogue/last-boxes.server.ts'
import {
  findProduct,
  listDeliveryMethods,
  listProductCards,
} from '../../features/catalogue/queries.server.ts'
import { listRecipes } from '../../features/recipes/recipes.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../core/paths.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ArtImage } from '../../ui/mascot.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { useViewTransitionLinks } from '../../ui/transition-links.ts'
import { readOrThrow503 } from '../head.server.ts'
import type { Route } from './+types/product.ts'
import { BuyBox, NameAndPrice } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { LabelSections } from './label-sections.tsx'
import {
  productHead,
  getRecipeChangeNotice,
  findRelatedCards,
  getStructuredData,
  getProductExtras,
} from './product.server.ts'
import { getPictures } from './pictures.ts'
import styles from './product.module.css'
import { VitalStatistics } from './vital-statistics.tsx'

const RELATED = 5

/** @throws 404 for an unknown product */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { readRows, siteUrl } = shop
  const key = params.idOrSlug ?? params.slug ?? ''
  const [product, all, delivery, recipes, lastBoxes] = await readOrThrow503(shop, () =>
    Promise.all([
      readRows(`product:${key}`, (client) => findProduct(client, key)),
      readRows('cards', listProductCards),
      readRows('delivery', listDeliveryMethods),
      readRows('recipes', listRecipes),
      readLastBoxes(shop),
    ]),
  )
  if (product === null) throw data(null, { status: 404 })
  const page = {
    head: productHead(product, siteUrl),
    structured: getStructuredData(product, siteUrl),
    product: markAllergensOnLabel(product),
    pictures: getPictures(product),
    recipeNews: getRecipeChangeNotice(product, shop.now()),
    delivery,
    ways: getProductExtras(product, recipes, lastBoxes),
    related: findRelatedCards(all)(product, RELATED),
  }
  // A product is found under any category in the URL. Pages of invented categories must not fill the page cache.
  const isMadeUp = params.category !== undefined && params.category !== product.category
  return data(page, isMadeUp ? { headers: { 'Cache-Control': 'private, no-store' } } : undefined)
}

export { headers } from '../head.ts'

export function meta({ loaderData, error }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData) return loaderData.head
  const failed = isRouteErrorResponse(error) && error.status !== 404
  const title = failed ? 'Error Loading Product' : 'Product Not Found'
  return [{ title: `${title} | ${business.tradingName}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { structured, product, pictures, recipeNews: news, delivery, ways, related } = loaderData
  return (
    <>
      <JsonLd data={structured.thing} />
      <JsonLd data={structured.way} />
      <div className={`tint-${product.tint} ${styles.page}`}>
        <WayHere product={product} />
        <div className={`wrap ${styles.columns}`}>
          <NameAndPrice product={product} delivery={delivery} />
          <Gallery key={product.id} product={product} pictures={pictures} />
          <section aria-labelledby="product-name">
            <BuyBox key={product.id} product={product} heatGuide={ways.heat} />
            <LabelSections product={product} delivery={delivery} news={news} />
          </section>
        </div>
      </div>
      <VitalStatistics product={product} ways={ways} />
      <Related products={related} />
      {canBuy(product) && <BuyBar product={product} />}
    </>
  )
}

function WayHere({ product: { category, name } }: { product: Product }) {
  const steps = [
    { label: 'Shop', to: paths.shop },
    { label: categoryLabel(category), to: paths.shopFiltered(category) },
    { label: name },
  ]
  return (
    <div className={`wrap ${styles.way}`}>
      <Breadcrumb steps={steps} />
      <Link className="text-link" to={paths.shop}>
        Back to Shop
      </Link>
    </div>
  )
}

function Related({ products }: { products: CardProduct[] }) {
  const cards = useRef<HTMLDivElement>(null)
  useViewTransitionLinks(cards)
  if (products.length === 0) return null
  return (
    <div ref={cards} className="wrap section">
      <h2 className="h2">Sits nicely next to</h2>
      <Carousel label="Related products" itemName="sticker">
        {products.map((product, index) => (
          <ProductCard key={product.id} product={product} index={index} />
        ))}
      </Carousel>
    </div>
  )
}

function BuyBar({ product }: { product: Product }) {
  return (
    <section className={styles.bar} aria-label="Quick buy">
      <p>
        <b>{product.name}</b>
        <span>
          {[formatPence(product.price), netQuantityText(product)].filter(Boolean).join(' · ')}
        </span>
      </p>
      <AddToCartButton product={product} size="sm" />
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) throw error
  return (
    <div className="wrap page-top">
      {error.status === 404 ? (
        <div className="columns">
          <div className="print">
            <ArtImage name="scene-gone" eager width={720} height={450} />
          </div>
          <div>
            <h1 className="h1">Product Not Found</h1>
            <p className="lead">
              {"The product you're looking for doesn't exist or has been removed."}
            </p>
            <div className="row">
              <ButtonLink to={paths.shop}>Back to Shop</ButtonLink>
              <ButtonLink to={paths.search()} variant="secondary">
                Search for it
              </ButtonLink>
            </div>
          </div>
        </div>
      ) : (
        <LoadFailure level={1} title="Error Loading Product" text={String(error.data)} />
      )}
    </div>
  )
}
