import { londonDay } from '../../../domain/dates.ts'
import {
  flyerDesigns,
  defaultFlyerDesign,
  popUpMenus,
  popUpsTexts as words,
} from '../../content/pop-ups.ts'
import { shopContext } from '../../core/context.ts'
import { DatesSection, DiaryList } from '../../features/places/diary-list.tsx'
import {
  type DiaryEntry,
  toDiaryEntries,
  toPlaceCardProps,
  getUsualPlace,
} from '../../features/places/shop-events.server.ts'
import { PosterBoard, PaperLabel } from '../../features/places/poster-board.tsx'
import { MenusSection } from '../../features/places/menu-cards.tsx'
import { BookingButtons, PlaceCard } from '../../features/places/place-card.tsx'
import { LocationPage } from '../../features/places/location-page.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { Carousel } from '../../ui/carousel.tsx'
import { joinClasses } from '../../ui/classes.ts'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { Section } from '../../ui/section.tsx'
import { loadDiary } from '../diary.server.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/pop-ups.ts'
import styles from './pop-ups.module.css'

/** The time between two flyers, in ms (from the specification). */
const interval = 3000

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const dates = await loadDiary(shop, 'pop-up')
  const { upcoming, past } = dates
  const restaurant = getUsualPlace(dates)
  return {
    head: createPageHead(args),
    events: eventsData(upcoming, shop.siteUrl),
    upcoming: toDiaryEntries(upcoming, londonDay(shop.now())),
    past: [...toDiaryEntries(past)].reverse(),
    restaurant: restaurant && toPlaceCardProps(restaurant),
  }
}

export { meta } from '../head.ts'

export default function PopUps({ loaderData }: Route.ComponentProps) {
  const { events, upcoming, past, restaurant } = loaderData
  const none = (
    <p className={styles.nothing}>
      <Mascot name="garlic" /> {words.nothing}
    </p>
  )
  return (
    <LocationPage
      head={joinClasses(styles.head, 'on-dark')}
      words={words}
      picture={<ArtImage name="poster-pop-ups" eager width={400} height={250} />}
      events={events}
    >
      <DatesSection id="to-come" title={words.upcomingTitle} dates={upcoming} emptyState={none} />
      <Flyers dates={[...upcoming, ...past].filter(({ isOff }) => !isOff)} />
      <Section id="gone" title={words.pastTitle}>
        <DiaryList dates={past} past />
      </Section>
      <MenusSection className="tint-peach" id="plates" {...words.menu} menus={popUpMenus} />
      <Section
        row="columns"
        id="book"
        head
        {...words.book}
        beside={<BookingButtons subject="A table at the pop-up, please" />}
      >
        {restaurant && <PlaceCard {...restaurant} text={words.placeText} />}
      </Section>
    </LocationPage>
  )
}

function Flyers({ dates }: { dates: readonly DiaryEntry[] }) {
  return (
    <PosterBoard labelledBy="flyers">
      <PaperLabel id="flyers" title={words.flyersTitle}>
        <p>{words.flyersText}</p>
      </PaperLabel>
      <Carousel
        className={styles.carousel}
        label={words.flyersLabel}
        itemName="flyer"
        controls="arrows"
        interval={interval}
        loop
      >
        {dates.map((date, index) => (
          <Flyer key={date.slug} date={date} turn={index % 2 === 0 ? -1 : 1} />
        ))}
      </Carousel>
    </PosterBoard>
  )
}

function Flyer({ date, turn }: { date: DiaryEntry; turn: number }) {
  const { slug, title, day, year, from, host } = date
  return (
    <Poster
      {...(flyerDesigns[slug] ?? defaultFlyerDesign)}
      className={styles.flyer}
      kicker={words.kicker}
      title={title}
      rotation={turn}
      above={
        <p className={styles.day}>
          {day} <small>{year}</small>
        </p>
      }
      foot={`${host}, from ${from}`}
    />
  )
}
