import { whatToExpect } from '../../content/markets.ts'
import { posters as words } from '../../content/where-to-find-us.ts'
import { PosterBoard } from '../../features/places/poster-board.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { Mascot } from '../../ui/mascot.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './posters.module.css'

/** The four places as posters, pasted on a lilac hoarding. */
export function Posters({ popUps }: { popUps: readonly { long: string }[] }) {
  return (
    <PosterBoard labelledBy="posters">
      <h2 id="posters">
        <VisuallyHidden>{words.title}</VisuallyHidden>
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
            kicker={words.popUps.kicker}
            title={words.popUps.title}
            art="pop-ups"
            turn={1.6}
            above={
              <p className={styles.days}>
                {popUps.map(({ long }) => (
                  <span key={long}>{long}</span>
                ))}
              </p>
            }
            foot={words.popUps.foot}
          />
          <Poster
            className={styles.tacos}
            look="coral"
            title={words.tacos.title}
            art="tacos"
            turn={-1.6}
            foot={words.tacos.foot}
          />
        </div>
      </div>
    </PosterBoard>
  )
}

function MarketsPoster() {
  return (
    <Poster
      className={styles.giant}
      look="fountain"
      kicker={words.markets.kicker}
      title={words.markets.title}
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
      foot={words.markets.foot}
    />
  )
}

function BreweryPoster() {
  return (
    <article className={styles.brewery}>
      <Mascot name="bear" />
      <div>
        <h3>{words.brewery.title}</h3>
        <p>{words.brewery.foot}</p>
      </div>
    </article>
  )
}
