import { flyers, plainFlyer, popUpMenus, popUpsPage as words } from '../../content/pop-ups.ts'
import type { DiaryEntry } from '../../features/places/diary-list.tsx'
import { PosterBoard, PaperLabel } from '../../features/places/poster-board.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import styles from './flyers.module.css'

/** The specification's pace, ms. */
const interval = 3000

interface FlyersProps {
  upcoming: readonly DiaryEntry[]
  past: readonly DiaryEntry[]
}

/** Every date's flyer, and a card of each menu, going round. */
export function Flyers({ upcoming, past }: FlyersProps) {
  return (
    <PosterBoard labelledBy="flyers">
      <PaperLabel>
        <h2 className="h2" id="flyers">
          {words.flyersTitle}
        </h2>
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
        {[...upcoming, ...past].map((date, index) => (
          <Flyer key={date.slug} date={date} turn={index % 2 === 0 ? -1 : 1} />
        ))}
        {popUpMenus.map((menu) => (
          <figure key={menu.title} className={styles.menu}>
            <img
              src={`/generated/art/${menu.picture}.svg`}
              alt={menu.alt}
              width={300}
              height={300}
              loading="lazy"
              decoding="async"
            />
            <figcaption>
              <b>{menu.title}</b> {menu.dishes.map(({ name }) => name).join(', ')}
            </figcaption>
          </figure>
        ))}
      </Carousel>
    </PosterBoard>
  )
}

function Flyer({ date, turn }: { date: DiaryEntry; turn: number }) {
  const { slug, title, day, year, from, host } = date
  const { art, look } = flyers[slug] ?? plainFlyer
  return (
    <Poster
      className={styles.flyer}
      look={look}
      kicker={words.kicker}
      title={title}
      art={art}
      turn={turn}
      above={
        <p className={styles.day}>
          {day}
          <small>{year}</small>
        </p>
      }
      foot={`${host}, from ${from}`}
    />
  )
}
