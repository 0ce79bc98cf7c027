import { londonDay } from '../domain/dates.ts'
import type { ShopClient } from '../supabase/client.ts'
import * as v from 'valibot'
import type { Logger } from './log.ts'
import type { InvalidationFilter } from './page-cache.ts'
import { type PeriodicJob, startPeriodicJob } from './periodic-job.ts'

/**
 * Interval of the polls: half of `GRACE_MS`, the time for which a page is still served after its data has
 * changed.
 */
const ASK_EVERY_MS = 1_000
const TIMEOUT_MS = 5_000
/**
 * The database returns announcements of the last ten minutes; after an outage longer than this, every page counts as
 * changed.
 */
const REMEMBERED_MS = 5 * 60_000

/**
 * Returns a filter for the cached pages that an announcement of a data change affects. An announcement is a list of row
 * names as loaders record them (`product:<slug or id>` or `dates`); any other text, or none, affects all pages that show
 * data.
 */
export function createInvalidationFilter(announcement = 'all'): InvalidationFilter {
  const names = announcement.split(' ')
  if (!names.every((name) => name === 'dates' || name.startsWith('product:')))
    return (reads) => reads.size > 0
  return (reads) => reads.has('anything') || names.some((name) => reads.has(name))
}

interface AnnouncementsOptions {
  /** A Supabase client with the secret key. */
  client: Pick<ShopClient, 'rpc'>
  /**
   * Called with an announcement and its time (ms since 1970); without an announcement, every page that shows data is
   * invalidated.
   */
  invalidate: (announcement?: string, at?: number) => void
  /** Returns the time in ms since 1970. */
  clock: () => number
  log: Pick<Logger, 'warn' | 'error'>
}

/** The result of `public.announcements_since`; `age` is in ms. */
const newsSchema = v.object({
  seen: v.string(),
  announcements: v.array(v.object({ announcement: v.string(), age: v.number() })),
})

/**
 * Polls the database every second for announcements of changed data; polling works with any database and misses nothing. A
 * new day counts as a change, too, because a notice may end or a holiday begin. Announcements made during an outage are
 * read afterwards; after a long outage every page counts as changed.
 */
export function startAnnouncementPolling(options: AnnouncementsOptions): PeriodicJob {
  const { client, invalidate, clock, log } = options
  let seen: string | null = null
  let answeredAt = clock()
  let isLost = false
  let today = londonDay(clock())
  return startPeriodicJob({ name: 'announcements', intervalMs: ASK_EVERY_MS, log }, async () => {
    const day = londonDay(clock())
    if (day !== today) invalidate()
    today = day
    if (clock() - answeredAt > REMEMBERED_MS) seen = null
    const { data, error } = await client
      .rpc('announcements_since', { p_seen: seen })
      .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    if (error) {
      if (!isLost) log.warn({ reason: error.message }, 'announcements: cannot be asked for')
      isLost = true
      return
    }
    const news = v.parse(newsSchema, data)
    const now = clock()
    if (seen === null) invalidate()
    for (const { announcement, age } of news.announcements) invalidate(announcement, now - age)
    ;[seen, answeredAt, isLost] = [news.seen, now, false]
  })
}
