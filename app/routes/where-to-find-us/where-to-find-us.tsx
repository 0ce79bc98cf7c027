import { useLocation } from 'react-router'
import { londonDay, longDay, shortDay, sortByTime } from '../../../domain/dates.ts'
import { pageMeta } from '../../content/meta.ts'
import { titleOf } from '../../content/titles.ts'
import { whereToFindUs as words } from '../../content/where-to-find-us.ts'
import { shopContext } from '../../context.ts'
import { JsonLd } from '../../features/seo/json-ld.tsx'
import { DiaryList, FeedLink } from '../../features/places/diary-list.tsx'
import { diary, diaryEntry, type Happening } from '../../features/places/happenings.server.ts'
import { eventsData } from '../../features/places/structured-data.server.ts'
import { paths } from '../../paths.ts'
import type { Route } from './+types/where-to-find-us.ts'
import { Posters } from './posters.tsx'
import { Teletext } from './teletext.tsx'
import { Wholesale } from './wholesale.tsx'

/** How many of each kind stand in the diary of this page; the rest is on the pages of their kind. */
const shown = { 'taco-tuesday': 2, 'pop-up': 3 }

/** The telly's letters stand in the first view. */
export function links(): Route.LinkDescriptors {
  return [
    {
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      href: '/generated/fonts/telly.woff2',
      crossOrigin: 'anonymous',
    },
  ]
}

export function loader({ context, url }: Route.LoaderArgs) {
  const { now, siteUrl } = context.get(shopContext)
  const { upcoming } = diary(now())
  const next = (kind: Happening['kind']) =>
    upcoming.filter((date) => date.kind === kind).slice(0, shown[kind])
  const popUps = next('pop-up')
  const dates = sortByTime([...next('taco-tuesday'), ...popUps], now()).upcoming
  return {
    head: pageMeta({ ...titleOf(url.pathname), canonical: paths.whereToFindUs }, siteUrl),
    events: eventsData(dates, siteUrl),
    today: shortDay(londonDay(now())),
    dates: dates.map(diaryEntry),
    popUps: popUps.slice(0, 2).map(({ day }) => ({ short: shortDay(day), long: longDay(day) })),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}

/** /upcoming-dates, and /wholesale: the same page with the offer for the trade first. */
export default function WhereToFindUs({ loaderData }: Route.ComponentProps) {
  const { events, today, dates, popUps } = loaderData
  const forTrade = useLocation().pathname === paths.wholesale
  return (
    <>
      {forTrade && <Wholesale heading="h1" />}
      <Teletext heading={forTrade ? 'h2' : 'h1'} today={today} popUps={popUps} />
      <Posters popUps={popUps} />
      <section className="section" aria-labelledby="diary">
        <div className="wrap">
          <h2 className="h2" id="diary">
            {words.diaryTitle}
          </h2>
          <p className="lead">{words.diaryText}</p>
          <DiaryList dates={dates} />
          <FeedLink />
        </div>
      </section>
      {!forTrade && <Wholesale heading="h2" />}
      <JsonLd data={events} />
    </>
  )
}
