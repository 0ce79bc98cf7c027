import { business } from '../../../domain/business.ts'
import { marketPosters, marketsTexts as words } from '../../content/markets.ts'
import { DiaryList } from '../../features/places/diary-list.tsx'
import { PosterBoard, PaperLabel } from '../../features/places/poster-board.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { LocationPage } from '../../features/places/location-page.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { paths } from '../../core/paths.ts'
import { ButtonLink, getButtonClass } from '../../ui/button.tsx'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import { loadUpcomingDates } from '../diary.server.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/markets.ts'
import styles from './markets.module.css'

const looks = ['fountain', 'butter', 'mint'] as const
const turns = [-1.4, 1, -0.8]

export async function loader(args: Route.LoaderArgs) {
  return { head: createPageHead(args), ...(await loadUpcomingDates(args, 'market')) }
}

export { meta } from '../head.ts'

export default function Markets({ loaderData: { dates, events } }: Route.ComponentProps) {
  return (
    <LocationPage
      head="tint-jazz on-dark"
      row="ends"
      words={words}
      picture={
        <ArtImage name="year-2017" className={styles.stall} eager width={300} height={300} />
      }
      events={events}
    >
      <PosterBoard labelledBy="posters">
        <PaperLabel id="posters" title={words.postersTitle} />
        <div className={styles.wall}>
          {Object.values(marketPosters).map(({ text, ...poster }, index) => (
            <Poster
              key={poster.title}
              look={looks[index % looks.length] ?? 'fountain'}
              rotation={turns[index % turns.length] ?? 0}
              {...poster}
              facts={<p>{text}</p>}
            />
          ))}
        </div>
      </PosterBoard>
      <Section id="when" title={words.datesTitle} lead={words.dates}>
        <div className="row">
          <NewTabLink className={getButtonClass()} href={business.social.photos}>
            {words.datesButton}
          </NewTabLink>
          <ButtonLink variant="secondary" to={paths.markets} arrow>
            {words.expectTitle}
          </ButtonLink>
        </div>
        {dates.length > 0 && <DiaryList dates={dates} />}
        <ul className={styles.rules}>
          {words.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Section>
    </LocationPage>
  )
}
