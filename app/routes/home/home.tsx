import { Suspense } from 'react'
import { data, useSearchParams } from 'react-router'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import {
  listDeliveryPrices,
  listCards,
  noteUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { NewsletterTrigger } from '../../features/newsletter/newsletter-trigger.tsx'
import { lazyPrompt } from '../../features/prompts/lazy-prompt.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { siteData } from '../../features/seo/site-data.ts'
import { paths } from '../../paths.ts'
import { Checker } from '../../ui/checker.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import type { Route } from './+types/home.ts'
import { Doors } from './doors.tsx'
import { Featured } from './featured.tsx'
import { Hero } from './hero.tsx'
import { Showcase } from './showcase.tsx'
import { Specialties } from './specialties.tsx'

const VerifiedBanner = lazyPrompt(
  async () => (await import('../../features/account/verified-banner.tsx')).VerifiedBanner,
)

/** The four of the specification, in its order. */
const featured = [
  'nashville-chilli-crisp',
  'apple-terror-sauce',
  'mandarin-pineapple-sage-hot-sauce',
  'spice-bag-mix',
]

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { readRows, siteUrl } = shop
  const head = pageMeta({ ...titleOf(paths.home), canonical: paths.home }, siteUrl)
  const structured = siteData(siteUrl)
  try {
    const [all, ways] = await Promise.all([
      readRows('cards', listCards),
      readRows('delivery', listDeliveryPrices),
    ])
    const four = featured.flatMap((slug) => all.find((product) => product.slug === slug) ?? [])
    const delivery = ways.find(({ id }) => id === 'standard')?.price ?? null
    return data({
      head,
      structured,
      products: four,
      count: all.length,
      delivery,
      failure: null,
    })
  } catch (error) {
    const failure = noteUnavailable(error, shop).message
    return data(
      { head, structured, products: null, count: null, delivery: null, failure },
      { status: 503 },
    )
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, count, delivery, failure } = loaderData
  return (
    <>
      <JsonLd data={loaderData.structured} />
      <Confirmation />
      <Hero delivery={delivery} />
      <Checker />
      <Showcase />
      <Doors stickers={count} />
      {products === null ? (
        <div className="wrap">
          <LoadFailure title="Error Loading Products" text={failure} />
        </div>
      ) : (
        <Featured products={products} />
      )}
      <Specialties />
      <NewsletterTrigger />
    </>
  )
}

/** Few come by the link of a confirmation mail, so its banner is loaded for them alone. The server knows no query. */
function Confirmation() {
  const [query] = useSearchParams()
  const alive = useHydrated()
  return (
    alive &&
    query.get('verified') === 'true' && (
      <Suspense>
        <VerifiedBanner />
      </Suspense>
    )
  )
}
