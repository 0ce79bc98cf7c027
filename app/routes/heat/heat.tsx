import { formatPence } from '../../../domain/money.ts'
import { getAvailability, hasPrice } from '../../../domain/availability.ts'
import { heatDescriptions } from '../../../domain/heat-words.ts'
import { heatGuideTexts as words, heatLevelNotes } from '../../content/heat.ts'
import { shopContext } from '../../core/context.ts'
import type { CardProduct } from '../../features/catalogue/card-product.ts'
import { listProductCards } from '../../features/catalogue/queries.server.ts'
import { paths } from '../../core/paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Mascot } from '../../ui/mascot.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { readOrThrow503, createPageHead } from '../head.server.ts'
import type { Route } from './+types/heat.ts'
import styles from './heat.module.css'

type Shelved = Pick<CardProduct, 'slug' | 'name' | 'category' | 'image' | 'tint'> & {
  note: string
  secret: boolean
}

/** Groups the products by heat level, without merchandise, which has none. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const cards = await readOrThrow503(shop, () => shop.readRows('cards', listProductCards))
  const levels = heatDescriptions.map((name, heat) => ({
    heat,
    name,
    note: heatLevelNotes[heat] ?? '',
    products: cards
      .filter((card) => card.heat === heat && card.category !== 'merchandise')
      .map(shelved),
  }))
  return { head: createPageHead(args), levels }
}

function shelved(card: CardProduct): Shelved {
  const { slug, name, category, image, tint } = card
  return { slug, name, category, image, tint, note: noteOf(card), secret: isSecret(card) }
}

function noteOf(product: CardProduct): string {
  const state = getAvailability(product)
  if (state === 'coming-soon') return 'Coming soon'
  if (state === 'sold-out') return 'Sold out'
  return hasPrice(product) ? formatPence(product.price) : 'Price TBA'
}

function isSecret(product: CardProduct): boolean {
  return getAvailability(product) === 'coming-soon'
}

export { meta } from '../head.ts'

/** The heights of the equaliser's bars, from mild to hot. */
const stripes = ['31%', '44%', '58%', '72%', '86%', '100%']

export default function Heat({ loaderData: { levels } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        className="tint-peach"
        row="ends"
        title={words.title}
        lead={words.lead}
        beside={<Mascot name="flame" className={styles.flame} />}
      />
      <div className={`wrap section ${styles.levels}`}>
        <p className="slip">{words.note}</p>
        {levels.map((level) => (
          <Level key={level.heat} {...level} />
        ))}
        <p className="slip">
          <b>{words.rescue}</b> {words.rescueText}
        </p>
      </div>
    </>
  )
}

interface LevelProps {
  heat: number
  name: string
  note: string
  products: readonly Shelved[]
}

function Level({ heat, name, note, products }: LevelProps) {
  const id = `heat-${heat}`
  return (
    <section className={styles.level} aria-labelledby={id}>
      <div className={styles.equaliser} aria-hidden="true">
        {stripes.map((height, index) => {
          const background = index < heat ? `var(--h${index + 1})` : undefined
          const style = { height, background }
          return (
            <i key={height} className={joinClasses(index >= heat && styles.cold)} style={style} />
          )
        })}
      </div>
      <div>
        <h2 className="h2" id={id} tabIndex={-1}>
          <span className={styles.number}>{heat}</span> {name}
        </h2>
        <p>{note}</p>
      </div>
      {products.length > 0 && (
        <ul className={styles.shelf} aria-label={`At heat ${heat}`}>
          {products.map((product) => (
            <li key={product.slug}>
              <SiteLink to={paths.product(product)}>
                <span
                  className={joinClasses(`tint-${product.tint}`, product.secret && styles.secret)}
                >
                  {product.image !== null && (
                    <img src={product.image} alt="" width={300} height={360} loading="lazy" />
                  )}
                </span>
                <b>{product.name}</b>
                {product.note}
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
