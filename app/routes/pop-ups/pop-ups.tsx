import { popUpPlace } from '../../content/dates.ts'
import { pageMeta, siteUrlOf } from '../../content/meta.ts'
import { popUpMenus, popUpsPage as words } from '../../content/pop-ups.ts'
import { titleOf } from '../../content/titles.ts'
import { shopContext } from '../../context.ts'
import { BookingButtons } from '../../features/places/booking.tsx'
import { DiaryList, FeedLink } from '../../features/places/diary-list.tsx'
import { diary } from '../../features/places/happenings.ts'
import { MenuCards } from '../../features/places/menu-cards.tsx'
import { PlaceCard } from '../../features/places/place-card.tsx'
import { eventsData } from '../../features/places/structured-data.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../paths.ts'
import { Mascot } from '../../ui/mascot.tsx'
import type { Route } from './+types/pop-ups.ts'
import { Flyers } from './flyers.tsx'
import styles from './pop-ups.module.css'

export function loader({ context }: Route.LoaderArgs) {
  const { now, siteUrl } = context.get(shopContext)
  const { upcoming, past } = diary(now())
  return { siteUrl, upcoming: upcoming.filter(({ kind }) => kind === 'pop-up'), past }
}

export function meta({ matches }: Route.MetaArgs) {
  const page = { ...titleOf(paths.popUps), canonical: paths.popUps }
  return pageMeta(page, siteUrlOf(matches))
}

export default function PopUps({ loaderData }: Route.ComponentProps) {
  const { siteUrl, upcoming, past } = loaderData
  return (
    <>
      <section className={`${styles.head} on-dark`}>
        <div className={`wrap ${styles.columns}`}>
          <div>
            <p className={styles.kicker}>{words.kicker}</p>
            <h1 className="h1">{words.title}</h1>
            <p className="lead">{words.lead}</p>
          </div>
          <img src="/generated/art/poster-pop-ups.svg" alt="" width={400} height={250} />
        </div>
      </section>
      <section className={styles.section} aria-labelledby="to-come">
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
      <section className={styles.section} aria-labelledby="gone">
        <div className="wrap">
          <h2 className="h2" id="gone">
            {words.pastTitle}
          </h2>
          <DiaryList dates={past} past />
        </div>
      </section>
      <section className={`${styles.section} ${styles.menu}`} aria-labelledby="plates">
        <div className="wrap">
          <h2 className="h2" id="plates">
            {words.menuTitle}
          </h2>
          <p className="lead">{words.menuText}</p>
          <MenuCards menus={popUpMenus} />
        </div>
      </section>
      <section className={styles.section} aria-labelledby="book">
        <div className={`wrap ${styles.book}`}>
          <div>
            <h2 className="h2" id="book">
              {words.bookTitle}
            </h2>
            <p className="lead">{words.bookText}</p>
            <BookingButtons subject="A table at the pop-up, please" />
          </div>
          <PlaceCard place={popUpPlace} text={words.placeText} />
        </div>
      </section>
      <JsonLd data={eventsData(upcoming, siteUrl)} />
    </>
  )
}
