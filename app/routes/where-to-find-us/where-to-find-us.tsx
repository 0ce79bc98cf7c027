import { useLocation } from 'react-router'
import { londonDay, longDay, shortDay } from '../../../domain/dates.ts'
import { marketFoods } from '../../content/markets.ts'
import {
  posterTexts,
  whereToFindUsTexts as words,
  wholesaleTexts as trade,
} from '../../content/where-to-find-us.ts'
import { shopContext } from '../../core/context.ts'
import { DatesSection } from '../../features/places/diary-list.tsx'
import {
  toDiaryEntries,
  getNextEvents,
  type ShopEvent,
  isTakingPlace,
} from '../../features/places/shop-events.server.ts'
import { PosterBoard } from '../../features/places/poster-board.tsx'
import { Poster } from '../../features/places/poster.tsx'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { paths } from '../../core/paths.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { fontLink } from '../../ui/font-links.ts'
import { ArtImage, Mascot } from '../../ui/mascot.tsx'
import { loadDiary } from '../diary.server.ts'
import { createPageHead } from '../head.server.ts'
import type { Route } from './+types/where-to-find-us.ts'
import { Teletext } from './teletext.tsx'
import { teletextLines } from './teletext-lines.server.ts'
import styles from './where-to-find-us.module.css'

/** The number of dates of each kind in this page's diary. The page of each kind lists all of them. */
const shown = { taco: 2, 'pop-up': 3, market: 2, brewery: 2 }
const kinds = ['taco', 'pop-up', 'market', 'brewery'] as const

export function links() {
  return [fontLink('telly')]
}

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { upcoming } = await loadDiary(shop)
  const next = (kind: ShopEvent['kind']) => upcoming.filter((date) => date.kind === kind)
  const today = londonDay(shop.now())
  const dates = kinds.flatMap((kind) => getNextEvents(next(kind), shown[kind], today))
  return {
    head: createPageHead(args),
    events: eventsData(dates, shop.siteUrl),
    today: shortDay(today),
    lines: teletextLines(next, today),
    dates: toDiaryEntries(dates, today),
    popUps: next('pop-up')
      .filter(isTakingPlace)
      .slice(0, 2)
      .map(({ day }) => longDay(day)),
  }
}

export { meta } from '../head.ts'

export default function WhereToFindUs({ loaderData }: Route.ComponentProps) {
  const { events, today, lines, dates, popUps } = loaderData
  const forTrade = useLocation().pathname === paths.wholesale
  return (
    <>
      {forTrade && <Wholesale heading="h1" />}
      <Teletext heading={forTrade ? 'h2' : 'h1'} today={today} lines={lines} />
      <Posters popUps={popUps} />
      <DatesSection
        className={styles.diary}
        id="diary"
        title={words.diaryTitle}
        lead={words.diaryText}
        dates={dates}
      />
      {!forTrade && <Wholesale heading="h2" />}
      <JsonLd data={events} />
    </>
  )
}

function Posters({ popUps }: { popUps: readonly string[] }) {
  return (
    <PosterBoard labelledBy="posters">
      <h2 id="posters">
        <span className="visually-hidden">{posterTexts.title}</span>
      </h2>
      <div className={styles.wall}>
        <div className={styles.column}>
          <MarketsPoster />
          <article className={styles.brewery}>
            <Mascot name="bear" />
            <div>
              <h3>{posterTexts.brewery.title}</h3>
              <p>{posterTexts.brewery.foot}</p>
            </div>
          </article>
        </div>
        <div className={styles.column}>
          <Poster
            {...posterTexts.popUps}
            className={styles.tall}
            look="rays"
            art="pop-ups"
            rotation={1.6}
            above={
              <p className={styles.days}>
                {popUps.map((day) => (
                  <span key={day}>{day}</span>
                ))}
              </p>
            }
          />
          <Poster
            {...posterTexts.tacos}
            className={styles.tacos}
            look="coral"
            art="tacos"
            rotation={-1.6}
          />
        </div>
      </div>
    </PosterBoard>
  )
}

function MarketsPoster() {
  return (
    <Poster
      {...posterTexts.markets}
      className={styles.giant}
      look="fountain"
      art="markets"
      rotation={-1.2}
      facts={
        <div className={styles.lists}>
          {marketFoods.map(({ title, items }) => (
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
    />
  )
}

function Wholesale({ heading: Heading }: { heading: 'h1' | 'h2' }) {
  const isFirst = Heading === 'h1'
  return (
    <section
      className={`section tint-mint ${styles.wholesale}`}
      data-first={isFirst || undefined}
      aria-labelledby="wholesale"
    >
      <div className="wrap columns">
        <div>
          <Heading className={Heading} id="wholesale">
            {trade.title}
          </Heading>
          <p className="lead">{trade.lead}</p>
          <dl className={styles.points}>
            {trade.points.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <a className={getButtonClass()} href={trade.mail}>
            {trade.button}
          </a>
        </div>
        <ArtImage
          name="crate"
          width={520}
          height={380}
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
      </div>
    </section>
  )
}
