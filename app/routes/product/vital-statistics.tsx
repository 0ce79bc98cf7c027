import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import type { Product } from '../../../domain/product.ts'
import { stickerNumber } from '../../features/catalogue/sticker-number.ts'
import { RecipeList } from '../../features/recipes/recipe-list.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { getPatternClass } from '../../ui/pattern.ts'
import { FlagLink, BoxContents, SizeGuide } from './inside.tsx'
import { cardPicture } from './pictures.ts'
import type { ProductExtras } from './product.server.ts'
import styles from './vital-statistics.module.css'

interface VitalStatisticsProps {
  product: Product
  ways: ProductExtras
}

/** Shows the product's recipe ideas: those with a method as recipe cards, the others as a list. */
export function VitalStatistics({ product, ways }: VitalStatisticsProps) {
  const { recipes, inside, flag } = ways
  const withMethod = new Set(recipes.map(({ title }) => title))
  const all = Object.entries(product.recipeIdeas)
  const ideas = all.filter(([title]) => !withMethod.has(title))
  if (product.stats.length === 0 && all.length === 0) return null
  return (
    <section className={styles.facts} aria-labelledby="vital-statistics">
      <div className="wrap columns">
        <div className={styles.stage}>
          <div
            className={joinClasses(styles.backdrop, getPatternClass('zigzag'))}
            aria-hidden="true"
          />
          <StatCard product={product} />
        </div>
        <div>
          <h2 className="h2" id="vital-statistics">
            Vital statistics
          </h2>
          <p className="lead">
            Swap this card for any other in the playground. Nobody will swap you. They know what
            it’s worth.
          </p>
          <BoxContents parts={inside} />
          <SizeGuide product={product} />
          {recipes.length > 0 && (
            <div className={styles.recipes}>
              <p className="kicker">{waysToEat(all.length)}</p>
              <RecipeList recipes={recipes} label={waysToEat(all.length)} />
            </div>
          )}
          {ideas.length > 0 && (
            <ul className={styles.ideas} aria-label={waysToEat(all.length)}>
              {ideas.map(([title, how]) => (
                <li key={title}>
                  <b>{title}</b>
                  {how}
                </li>
              ))}
            </ul>
          )}
          <FlagLink flag={flag} />
        </div>
      </div>
    </section>
  )
}

function waysToEat(count: number): string {
  return `${formatCapitalisedNumberWord(count)} ${count === 1 ? 'way' : 'ways'} to eat it`
}

function StatCard({ product }: { product: Product }) {
  const picture = cardPicture(product)
  return (
    <div className={styles.card}>
      <div className={styles.face}>
        <p className={styles.title}>
          {product.name}
          <span>No. {stickerNumber(product)}</span>
        </p>
        <div className={styles.window}>
          {picture !== null && (
            <img
              className={joinClasses(product.isComingSoon && styles.secret)}
              src={picture}
              alt=""
              width={120}
              height={120}
              loading="lazy"
              decoding="async"
            />
          )}
        </div>
        <dl className={styles.stats}>
          {product.stats.map(({ name, score, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className={styles.bar} aria-hidden="true">
                  <i style={{ width: `${score * 10}%` }} />
                </span>
                <b>{words}</b>
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.stripes} aria-hidden="true">
          {[1, 2, 3, 4, 5, 6].map((stripe) => (
            <i key={stripe} style={{ background: `var(--h${stripe})` }} />
          ))}
        </p>
      </div>
    </div>
  )
}
