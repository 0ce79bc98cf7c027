import { sortByTime } from '../../../domain/dates.ts'
import { popUpPlace } from '../../content/dates.ts'
import { pageMeta } from '../../content/meta.ts'
import { popUpMenus, popUpsPage as words } from '../../content/pop-ups.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { BookingButtons } from '../../features/places/booking.tsx'
import { DiaryList, FeedLink } from '../../features/places/diary-list.tsx'
import { diaryEntry, placeCard, popUpDates } from '../../features/places/happenings.server.ts'
import { MenuCards } from '../../features/places/menu-cards.tsx'
import { PlaceCard } from '../../features/places/place-card.tsx'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import { Mascot } from '../../ui/mascot.tsx'
import type { Route } from './+types/pop-ups.ts'
import { Flyers } from './flyers.tsx'
import styles from './pop-ups.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { now, siteUrl } = context.get(shopContext)
  const { upcoming, past } = sortByTime(popUpDates(), now())
  return {
    head: pageMeta({ ...titleOf(paths.popUps), canonical: paths.popUps }, siteUrl),
    events: eventsData(upcoming, siteUrl),
    upcoming: upcoming.map(diaryEntry),
    past: past.map(diaryEntry),
    restaurant: placeCard(popUpPlace),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function PopUps({ loaderData }: Route.ComponentProps) {
  const { events, upcoming, past, restaurant } = loaderData
  return (
    <>
      <section className={`${styles.head} on-dark`}>
        <div className="wrap columns">
          <div>
            <p className="kicker">{words.kicker}</p>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <img src="/generated/art/poster-pop-ups.svg" alt="" width={400} height={250} />
        </div>
      </section>
      <section className="section" aria-labelledby="to-come">
        <div className="wrap">
          <h2 className="h2" id="to-come">
            {words.upcomingTitle}
          </h2>
          {upcoming.length === 0 ? (
            <p className={styles.nothing}>
              <Mascot name="garlic" /> {words.nothing}
            </p>
          ) : (
            <DiaryList dates={upcoming} />
          )}
          <FeedLink />
        </div>
      </section>
      <Flyers upcoming={upcoming} past={past} />
      <section className="section" aria-labelledby="gone">
        <div className="wrap">
          <h2 className="h2" id="gone">
            {words.pastTitle}
          </h2>
          <DiaryList dates={past} past />
        </div>
      </section>
      <section className="section tint-peach" aria-labelledby="plates">
        <div className="wrap">
          <h2 className="h2" id="plates">
            {words.menuTitle}
          </h2>
          <p className="lead">{words.menuText}</p>
          <MenuCards menus={popUpMenus} />
        </div>
      </section>
      <section className="section" aria-labelledby="book">
        <div className="wrap columns">
          <div>
            <h2 className="h2" id="book">
              {words.bookTitle}
            </h2>
            <p className="lead">{words.bookText}</p>
            <BookingButtons subject="A table at the pop-up, please" />
          </div>
          <PlaceCard {...restaurant} text={words.placeText} />
        </div>
      </section>
      <JsonLd data={events} />
    </>
  )
}
