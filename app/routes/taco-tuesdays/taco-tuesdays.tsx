import { londonDay } from '../../../domain/dates.ts'
import { tacoMenus, tacoTuesdaysTexts as words } from '../../content/taco-tuesdays.ts'
import { shopContext } from '../../core/context.ts'
import { PromoVideo } from './promo-video.tsx'
import { DatesSection } from '../../features/places/diary-list.tsx'
import {
  toDiaryEntries,
  getNextEvents,
  toPlaceCardProps,
  getUsualPlace,
} from '../../features/places/shop-events.server.ts'
import { MenusSection } from '../../features/places/menu-cards.tsx'
import { BookingButtons, PlaceCard } from '../../features/places/place-card.tsx'
import { LocationPage } from '../../features/places/location-page.tsx'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { joinClasses } from '../../ui/classes.ts'
import { ArtImage } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import { loadDiary } from '../diary.server.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/taco-tuesdays.ts'
import styles from './taco-tuesdays.module.css'
import { type PlannerDay, type PlannerMonth, getTacoMonths } from './taco-months.server.ts'

const listed = 4

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { now, siteUrl, supabaseUrl } = shop
  const nights = await loadDiary(shop, 'taco')
  const today = londonDay(now())
  const dates = getNextEvents(nights.upcoming, listed, today)
  const cafe = getUsualPlace(nights)
  return {
    head: createPageHead(args),
    events: eventsData(dates, siteUrl),
    months: getTacoMonths(today, [...nights.past, ...nights.upcoming]),
    dates: toDiaryEntries(dates, today),
    cafe: cafe && toPlaceCardProps(cafe),
    storage: supabaseUrl,
  }
}

export { meta } from '../head.ts'

export default function TacoTuesdays({ loaderData }: Route.ComponentProps) {
  const { events, months, dates, cafe, storage } = loaderData
  return (
    <LocationPage
      head={styles.head}
      words={words}
      picture={<ArtImage name="poster-tacos" eager width={420} height={170} />}
      actions={
        <>
          <h2 className={styles.book}>{words.bookTitle}</h2>
          <p>{words.bookText}</p>
          <BookingButtons subject={`${words.short}: a table, please`} />
        </>
      }
      events={events}
    >
      <DatesSection id="which" {...words.planner} dates={dates}>
        <div className={styles.wall}>
          {months.map((month) => (
            <PlannerSheet key={month.month} {...month} />
          ))}
        </div>
      </DatesSection>
      <Section className="tint-sky" row="columns tail" id="film" head {...words.video}>
        <PromoVideo storage={storage} />
      </Section>
      <MenusSection id="menu" {...words.menu} menus={tacoMenus} />
      {cafe && (
        <Section className="tint-butter" row="columns tail" id="cafe" title={words.cafeTitle}>
          <PlaceCard {...cafe} text={words.cafeText} />
        </Section>
      )}
    </LocationPage>
  )
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function PlannerSheet({ name, rows }: PlannerMonth) {
  return (
    <div className={styles.sheet}>
      <table>
        <caption>
          <span className="spread">
            Taco Tuesdays <b>{name}</b>
          </span>
        </caption>
        <thead>
          <tr>
            {weekdays.map((weekday, column) => (
              <th key={weekday} scope="col" className={joinClasses(column === 1 && styles.tuesday)}>
                <abbr title={weekday}>{weekday[0]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.find(({ day }) => day !== null)?.day ?? index}>
              {row.map((cell, column) => (
                <PlannerCell
                  key={cell.day ?? `none-${column}`}
                  {...cell}
                  isTuesday={column === 1}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function PlannerCell({ day, state, isTuesday }: PlannerDay & { isTuesday: boolean }) {
  return (
    <td className={joinClasses(isTuesday && styles.tuesday)}>
      {day !== null && <time dateTime={day}>{Number(day.slice(8))}</time>}
      {state === 'cancelled' && <s className={styles.off}>Tacos</s>}
      {state === 'on' && <ArtImage name="planner-taco" alt="Taco night" width={116} height={96} />}
    </td>
  )
}
