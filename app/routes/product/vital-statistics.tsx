import type { Product } from '../../../domain/product.ts'
import { stickerNumber } from '../../features/catalogue/sticker-number.ts'
import { classes } from '../../ui/classes.ts'
import { pattern } from '../../ui/pattern.ts'
import { cardPicture } from './pictures.ts'
import styles from './vital-statistics.module.css'

export function VitalStatistics({ product }: { product: Product }) {
  const ideas = Object.entries(product.recipeIdeas)
  if (product.stats.length === 0 && ideas.length === 0) return null
  return (
    <section className={styles.facts} aria-labelledby="vital-statistics">
      <div className={classes(styles.backdrop, pattern('zigzag'))} aria-hidden="true" />
      <div className="wrap columns">
        <StatCard product={product} />
        <div>
          <h2 className="h2" id="vital-statistics">
            Vital statistics
          </h2>
          <p className="lead">
            Swap this card for any other in the playground. Nobody will swap you. They know what
            it’s worth.
          </p>
          {ideas.length > 0 && (
            <ul className={styles.ideas} aria-label="Three ways to eat it">
              {ideas.map(([title, how]) => (
                <li key={title}>
                  <b>{title}</b>
                  {how}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  )
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
            <img src={picture} alt="" width={120} height={120} loading="lazy" decoding="async" />
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
