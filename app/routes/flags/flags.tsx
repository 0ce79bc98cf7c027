import { flagDescriptions, flagsTexts as words, flagsOnLabels } from '../../content/flags.ts'
import { shopContext } from '../../core/context.ts'
import { listProductCards } from '../../features/catalogue/queries.server.ts'
import { paths } from '../../core/paths.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/flags.ts'
import styles from './flags.module.css'

/** Returns each flag with the products whose labels hide it. Omits flags without a product. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const cards = await readOrThrow503(shop, () => shop.readRows('cards', listProductCards))
  const found = Object.entries(flagDescriptions).map(([id, flag]) => ({
    ...flag,
    id,
    products: cards.flatMap(({ slug, name, category }) => {
      const [hidden, where = ''] = flagsOnLabels[slug] ?? []
      return hidden === id ? [{ slug, name, category, where }] : []
    }),
  }))
  return { head: createPageHead(args), flags: found.filter(({ products }) => products.length > 0) }
}

export { meta } from '../head.ts'

export default function Flags({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead className="tint-lilac" title={words.title} lead={words.lead} />
      <div className="wrap section">
        <ul className={styles.flags}>
          {loaderData.flags.map(({ id, name, by, text, products }) => (
            <li key={id} id={id} className={styles.flag}>
              <ArtImage name={`flag-${id}`} width={300} height={180} />
              <h2>{name}</h2>
              <p className={styles.by}>{by}</p>
              <p>{text}</p>
              <ul className={styles.places} aria-label={`Where ${name} hides`}>
                {products.map((product) => (
                  <li key={product.slug}>
                    <SiteLink to={paths.product(product)}>{product.name}</SiteLink>
                    <span>{product.where}</span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <p className={`slip ${styles.back}`}>{words.back}</p>
      </div>
    </>
  )
}
