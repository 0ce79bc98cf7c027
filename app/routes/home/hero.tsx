import { heroStarPath, heroStarShadowPath } from '../../ui/shapes/shape-paths.ts'
import { business } from '../../../domain/business.ts'
import { formatPence } from '../../../domain/money.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ArtImage, Sticker } from '../../ui/mascot.tsx'
import styles from './hero.module.css'

/** In stacking order, the topmost one last. */
const stickers = [
  'the-big-smoke-bbq-sauce',
  'mandarin-pineapple-sage-hot-sauce',
  'apple-terror-sauce',
  'nashville-chilli-crisp',
]

/** `delivery` is the price of the default method in pence; null when it could not be read. */
export function Hero({ delivery }: { delivery: number | null }) {
  return (
    <section className={styles.hero}>
      <div className={`wrap ${styles.columns}`}>
        <div>
          <p className={styles.strapline}>{business.strapline}</p>
          <h1>
            <span className={styles.bold}>Bold Flavours</span>{' '}
            <span className={styles.vibes} data-text="Inclusive Vibes">
              Inclusive Vibes
            </span>
          </h1>
          <p className="lead">
            Hot sauces, chilli crisp, seasonings and very silly boxes. Made in London by people who
            were told they were a bit much.
          </p>
          <div className={styles.ways}>
            <ButtonLink to={paths.shop} arrow>
              Shop the sauces
            </ButtonLink>
            <ButtonLink to={paths.catering} variant="secondary">
              Book the catering
            </ButtonLink>
          </div>
        </div>
        <div className={styles.art}>
          <HeroArt />
          {delivery !== null && <DeliveryStar pence={delivery} />}
        </div>
      </div>
    </section>
  )
}

function HeroArt() {
  return (
    <>
      <ArtImage name="hero-sun" className={styles.sun} eager width={400} height={400} />
      <ArtImage
        name="swoosh"
        className={styles.brush}
        eager
        width={900}
        height={560}
        fetchPriority="high"
      />
      <ArtImage name="hero-bits" className={styles.bits} eager width={600} height={560} />
      {stickers.map((slug) => (
        <Sticker key={slug} slug={slug} className={styles.sticker} fetchPriority="high" />
      ))}
    </>
  )
}

function DeliveryStar({ pence }: { pence: number }) {
  return (
    <div className={styles.star}>
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <path d={heroStarShadowPath} fill="var(--ink)" />
        <path
          d={heroStarPath}
          fill="var(--lime)"
          stroke="var(--ink)"
          strokeWidth="2.2"
          strokeLinejoin="round"
        />
      </svg>
      <p>
        UK delivery <b>{formatPence(pence)}</b>
      </p>
    </div>
  )
}
