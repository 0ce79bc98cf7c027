import { longDay } from '../../../domain/dates.ts'
import { brewery } from '../../content/brewery.ts'
import { markets, whatToExpect } from '../../content/markets.ts'
import { popUpsPage } from '../../content/pop-ups.ts'
import { tacoTuesdaysPage } from '../../content/taco-tuesdays.ts'
import type { Happening } from '../../features/places/happenings.ts'
import { Hoarding } from '../../features/places/hoarding.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './posters.module.css'

/** The four places as posters, pasted on a lilac hoarding. */
export function Posters({ popUps }: { popUps: readonly Happening[] }) {
  return (
    <Hoarding labelledBy="posters">
      <h2 id="posters">
        <VisuallyHidden>This season’s posters</VisuallyHidden>
      </h2>
      <div className={styles.wall}>
        <div className={styles.column}>
          <MarketsPoster />
          <BreweryPoster />
        </div>
        <div className={styles.column}>
          <Poster
            className={styles.tall}
            look="rays"
            kicker="Southern comfort food"
            title="Pop Ups"
            art="pop-ups"
            turn={1.6}
            above={
              <p className={styles.days}>
                {popUps.map(({ slug, day }) => (
                  <span key={slug}>{longDay(day)}</span>
                ))}
              </p>
            }
            foot={popUpsPage.posterFoot}
          />
          <Poster
            className={styles.tacos}
            look="coral"
            title="Taco Tuesdays"
            art="tacos"
            turn={-1.6}
            foot={tacoTuesdaysPage.posterFoot}
          />
        </div>
      </div>
    </Hoarding>
  )
}

function MarketsPoster() {
  return (
    <Poster
      className={styles.giant}
      look="fountain"
      kicker="Rain or shine · mostly rain"
      title="Markets"
      art="markets"
      turn={-1.2}
      facts={
        <div className={styles.lists}>
          {whatToExpect.map(({ title, items }) => (
            <div key={title}>
              <h4>{title}</h4>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      }
      foot={`${markets.vary} Check our photos for dates.`}
    />
  )
}

function BreweryPoster() {
  return (
    <article className={styles.brewery}>
      <Mascot name="bear" />
      <div>
        <h3>{brewery.title}</h3>
        <p>{brewery.soon}. The bear is in training.</p>
      </div>
    </article>
  )
}
