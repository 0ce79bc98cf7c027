import { londonDay } from '../../../domain/dates.ts'
import { tacoPlace } from '../../content/dates.ts'
import { pageMeta } from '../../content/meta.ts'
import { promoVideo, tacoMenus, tacoTuesdaysPage as words } from '../../content/taco-tuesdays.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { PromoVideo } from '../../features/media/promo-video.tsx'
import { BookingButtons } from '../../features/places/booking.tsx'
import { DiaryList, FeedLink } from '../../features/places/diary-list.tsx'
import { diary, diaryEntry, placeCard } from '../../features/places/happenings.server.ts'
import { MenuCards } from '../../features/places/menu-cards.tsx'
import { PlaceCard } from '../../features/places/place-card.tsx'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import type { Route } from './+types/taco-tuesdays.ts'
import { Planner } from './planner.tsx'
import styles from './taco-tuesdays.module.css'
import { tacoMonths } from './taco-months.server.ts'

/** Dates in the list under the planner. */
const listed = 4

export function loader({ context }: Route.LoaderArgs) {
  const { now, siteUrl, supabaseUrl } = context.get(shopContext)
  const dates = diary(now())
    .upcoming.filter(({ kind }) => kind === 'taco-tuesday')
    .slice(0, listed)
  return {
    head: pageMeta({ ...titleOf(paths.tacoTuesdays), canonical: paths.tacoTuesdays }, siteUrl),
    events: eventsData(dates, siteUrl),
    months: tacoMonths(londonDay(now())),
    dates: dates.map(diaryEntry),
    cafe: placeCard(tacoPlace),
    storage: supabaseUrl,
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

export default function TacoTuesdays({ loaderData }: Route.ComponentProps) {
  const { events, months, dates, cafe, storage } = loaderData
  return (
    <>
      <section className={styles.head}>
        <div className="wrap columns">
          <div>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
            <h2 className={styles.book}>{words.bookTitle}</h2>
            <p>{words.bookText}</p>
            <BookingButtons subject={`${words.short}: a table, please`} />
          </div>
          <img src="/generated/art/poster-tacos.svg" alt="" width={420} height={170} />
        </div>
      </section>
      <section className="section" aria-labelledby="which">
        <div className="wrap">
          <h2 className="h2" id="which">
            {words.plannerTitle}
          </h2>
          <p className="lead">{words.plannerText}</p>
          <Planner months={months} />
          <DiaryList dates={dates} />
          <FeedLink />
        </div>
      </section>
      <section className="section tint-sky" aria-labelledby="film">
        <div className="wrap columns tail">
          <div>
            <h2 className="h2" id="film">
              {words.videoTitle}
            </h2>
            <p className="lead">{words.videoText}</p>
          </div>
          <PromoVideo {...promoVideo} storage={storage} label={words.videoLabel} />
        </div>
      </section>
      <section className="section" aria-labelledby="menu">
        <div className="wrap">
          <h2 className="h2" id="menu">
            {words.menuTitle}
          </h2>
          <p className="lead">{words.menuText}</p>
          <MenuCards menus={tacoMenus} />
        </div>
      </section>
      <section className="section tint-butter" aria-labelledby="cafe">
        <div className="wrap columns tail">
          <h2 className="h2" id="cafe">
            {words.cafeTitle}
          </h2>
          <PlaceCard {...cafe} text={words.cafeText} />
        </div>
      </section>
      <JsonLd data={events} />
    </>
  )
}
