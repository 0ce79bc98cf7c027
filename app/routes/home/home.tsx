import { data, Link } from 'react-router'
import { business, cateringGuestRange } from '../../../domain/business.ts'
import { parseRows } from '../../content/rows.ts'
import { shopContext } from '../../core/context.ts'
import { ConfirmationBanner } from '../../features/account/confirmation-banner.tsx'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { LoadFailure } from '../../features/catalogue/load-failure.tsx'
import { ProductGrid } from '../../features/catalogue/product-grid.tsx'
import {
  listDeliveryMethods,
  listProductCards,
  logCatalogueUnavailable,
} from '../../features/catalogue/queries.server.ts'
import { DelayedNewsletterPrompt } from './delayed-newsletter-prompt.tsx'
import { SceneShowcase } from '../../features/scenes/scene-showcase.tsx'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { siteData } from './site-data.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckerStrip } from '../../ui/checker-strip.tsx'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { getPatternClass } from '../../ui/pattern.ts'
import { useClientSideLinks } from '../../ui/site-link.tsx'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/home.ts'
import { renderBoxBand } from './box-band.server.tsx'
import { Hero } from './hero.tsx'
import { Specialties } from './specialties.tsx'
import styles from './home.module.css'

/** The four featured products of the specification, in its order. */
const fourSlugs = [
  'nashville-chilli-crisp',
  'apple-terror-sauce',
  'mandarin-pineapple-sage-hot-sauce',
  'spice-bag-mix',
]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { readRows, siteUrl } = shop
  const page = { head: createPageHead(args), structured: siteData(siteUrl) }
  try {
    const [all, methods] = await Promise.all([
      readRows('cards', listProductCards),
      readRows('delivery', listDeliveryMethods),
    ])
    const products = fourSlugs.flatMap((slug) => all.find((product) => product.slug === slug) ?? [])
    const delivery = methods.find(({ isDefault }) => isDefault)?.price ?? null
    const boxes = { __html: renderBoxBand(all) }
    return data({ ...page, products, boxes, count: all.length, delivery, failure: null })
  } catch (error) {
    const failure = logCatalogueUnavailable(error, shop).message
    const none = { products: null, boxes: { __html: '' }, count: null, delivery: null }
    return data({ ...page, ...none, failure }, { status: 503 })
  }
}

export { meta } from '../head.ts'

export default function Home({ loaderData }: Route.ComponentProps) {
  const { products, boxes, count, delivery, failure } = loaderData
  return (
    <>
      <JsonLd data={loaderData.structured} />
      <ConfirmationBanner />
      <Hero delivery={delivery} />
      <CheckerStrip />
      <Showcase />
      <Tiles stickers={count} />
      {products === null ? (
        <div className="wrap">
          <LoadFailure title="Error Loading Products" text={failure} />
        </div>
      ) : (
        <Featured products={products} />
      )}
      <div className={styles.later} ref={useClientSideLinks()} dangerouslySetInnerHTML={boxes} />
      <Specialties />
      <DelayedNewsletterPrompt />
    </>
  )
}

function Showcase() {
  return (
    <section
      className={`${getPatternClass('dots')} section tint-butter`}
      aria-labelledby="showcase"
    >
      <div className="wrap spread heading">
        <h2 className="h2" id="showcase">
          Fresh off the <span className="highlight">griddle</span>
        </h2>
        <Link className="text-link" to={paths.catering}>
          See Proud Catering
        </Link>
      </div>
      <SceneShowcase names={['sharing', 'tacos', 'cake', 'canapes']} />
    </section>
  )
}

function Tiles({ stickers }: { stickers: number | null }) {
  const links = parseRows(
    ['label', 'to', 'mascot', 'shape', 'note'],
    `
Shop | ${paths.shop} | apple | circle | ${stickers === null ? 'Sauces and silliness' : `${stickers} stickers`}
Where to Find Us | ${paths.whereToFindUs} | taco | scallop | Markets, pop-ups, tacos
Proud Catering | ${paths.catering} | peach | arch | ${cateringGuestRange} guests
Ask ${business.chef.name} | ${paths.consultancy} | toque | telly | Kitchen consultancy
`,
  )
  return (
    <nav
      className={`${getPatternClass('grid')} section tint-cheddar ${styles.band}`}
      aria-label="Four ways in"
    >
      <ul className={`wrap ${styles.tiles}`}>
        {links.map(({ label, to, mascot, shape, note }) => (
          <li key={label}>
            <Link className={styles.tile} to={to}>
              <ArtImage
                name={`tile-${shape}`}
                className={styles.shape}
                eager
                decoding="async"
                width={224}
                height={224}
              />
              <Mascot name={mascot} className={styles.mascot} />
              <b>{label}</b>
              <span>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Featured({ products }: { products: CardProduct[] }) {
  const way = (
    <ButtonLink to={paths.shop} variant="secondary" arrow>
      View All Products
    </ButtonLink>
  )
  return (
    <section className="wrap section" aria-labelledby="featured">
      <ProductGrid
        label="Featured products"
        products={products}
        head={
          <div className="spread">
            <div>
              <h2 className="h2" id="featured">
                Got. Got. <span className="highlight">NEED.</span>
              </h2>
              <p>What everybody starts with. Every label hides a flag.</p>
            </div>
            {way}
          </div>
        }
      />
      <p className={styles.more}>{way}</p>
    </section>
  )
}
