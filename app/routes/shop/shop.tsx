import { data, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { business } from '../../../domain/business.ts'
import {
  chooseProducts,
  type Choice,
  filters,
  isListedFilter,
  readChoice,
} from '../../../domain/filters.ts'
import { pageMeta } from '../../content/meta.ts'
import { type PageTitle, titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { type CardProduct, toCard } from '../../features/catalogue/card-product.ts'
import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import { ProductGrid } from '../../features/catalogue/product-grid.tsx'
import { CatalogueUnavailable, listProducts } from '../../features/catalogue/queries.server.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/shop.ts'
import { NothingFound } from './nothing-found.tsx'
import { ShopBar } from './shop-bar.tsx'
import { ShopHead } from './shop-head.tsx'
import styles from './shop.module.css'

/** All products, whatever the filter: the page picks from them, so that another filter needs no request. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { readRows, siteUrl } = context.get(shopContext)
  const { filter } = readChoice(new URL(request.url).searchParams)
  const listed = isListedFilter(filter)
  const head = pageMeta(
    {
      ...titleOfShelf(filter),
      canonical: listed ? paths.shopFiltered(filter) : paths.shop,
      noindex: !listed,
    },
    siteUrl,
  )
  const headers = listed ? undefined : { 'Cache-Control': 'private, no-store' }
  try {
    const products = await readRows('products', listProducts)
    return data({ head, products: products.map(toCard), failure: null }, { headers })
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error
    return data({ head, products: null, failure: error.message }, { status: 503 })
  }
}

/** Each of the ten filters has a head of its own; what anybody makes up has the shop's. */
function titleOfShelf(slug: string): PageTitle {
  const shelf = filters.find((filter) => filter.slug === slug && slug !== '')
  if (shelf === undefined) return titleOf(paths.shop)
  return {
    title: `${shelf.label} | Shop | ${business.tradingName}`,
    description: `The ${shelf.label} shelf of the ${business.tradingName} album: stickers with heat, allergens and prices, sent anywhere in Great Britain.`,
  }
}

/** Pages of filters that anybody can make up stay out of the page cache. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.currentUrl.pathname !== args.nextUrl.pathname && args.defaultShouldRevalidate
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const choice = readChoice(query)
  const { products, failure } = loaderData
  return (
    <>
      <ShopHead filter={choice.filter} failed={products === null} />
      <div className={`wrap ${styles.shop}`}>
        {products === null ? (
          <LoadFailure title="Error Loading Products" text={failure} />
        ) : (
          <Album products={products} choice={choice} />
        )}
      </div>
    </>
  )
}

function Album({ products, choice }: { products: CardProduct[]; choice: Choice }) {
  const shown = chooseProducts(products, choice)
  return (
    <>
      <ProductGrid
        full
        eager={4}
        label="Products"
        products={shown}
        head={<ShopBar choice={choice} count={shown.length} />}
      />
      {shown.length === 0 && <NothingFound choice={choice} products={products} />}
    </>
  )
}
