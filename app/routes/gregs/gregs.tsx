import { business } from '../../../domain/business.ts'
import {
  gregsTexts as words,
  marketPosters,
  marketsTexts,
  marketFoods,
} from '../../content/markets.ts'
import { PosterBoard, PaperLabel } from '../../features/places/poster-board.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { LocationPage } from '../../features/places/location-page.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink, getButtonClass } from '../../ui/button.tsx'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './gregs.module.css'

export { loader } from '../head.server.ts'
export { meta } from '../head.ts'

export default function Gregs() {
  return (
    <LocationPage
      head={styles.head}
      words={words}
      picture={<ArtImage name="poster-queue" alt={words.alt} eager width={600} height={410} />}
    >
      <Section id="expect" title={marketsTexts.expectTitle}>
        <div className="thirds small">
          {marketFoods.map(({ title, items, note }) => (
            <div key={title} className={styles.bag}>
              <h3>{title}</h3>
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
              <p>{note}</p>
            </div>
          ))}
        </div>
        <p className="kicker">
          {marketsTexts.vary} {marketsTexts.dates}
        </p>
        <div className="row">
          <NewTabLink className={getButtonClass()} href={business.social.photos}>
            {marketsTexts.datesButton}
          </NewTabLink>
          <ButtonLink variant="secondary" to={paths.marketPosters}>
            {marketsTexts.postersButton}
          </ButtonLink>
        </div>
      </Section>
      <PosterBoard labelledBy="sauces">
        <div className="columns">
          <PaperLabel id="sauces" title={words.saucesTitle}>
            <p className="lead">{words.sauces}</p>
            <ButtonLink to={paths.shop} arrow>
              {words.saucesButton}
            </ButtonLink>
          </PaperLabel>
          <Poster
            kicker={marketPosters.sauces.kicker}
            title={words.tryTitle}
            art="tasters"
            alt={words.tryAlt}
            look="rays"
            rotation={-1.2}
          />
        </div>
      </PosterBoard>
    </LocationPage>
  )
}
