import * as v from 'valibot'
import { addDays, londonDay } from '../../../domain/dates.ts'
import type { ShopContext } from '../../core/context.ts'
import { unwrapResponse, waitWithBackoff, withRetries } from '../catalogue/queries.server.ts'

/** The range of weekly dates, in days before and after today; 31 days reach the beginning of any month. */
const daysBack = 31
const daysAhead = 70
const retries = 1

const place = v.object({
  name: v.string(),
  street: v.string(),
  locality: v.string(),
  postcode: v.string(),
  website: v.nullable(v.string()),
})
const hours = { day: v.string(), from: v.string(), to: v.string(), place }

/** The result of the database function `public.dates_between`. */
const schema = v.object({
  changedAt: v.nullable(v.string()),
  dates: v.array(
    v.object({
      ...hours,
      /** Part of URLs (`/dates/<slug>.ics`) and of calendar entries. */
      slug: v.string(),
      kind: v.picklist(['taco', 'pop-up', 'market', 'brewery']),
      title: v.string(),
      text: v.string(),
      state: v.picklist(['on', 'cancelled', 'moved']),
      /** The reason for a cancellation or a move. */
      words: v.string(),
      /** Increases with each change, as the SEQUENCE of iCalendar does. */
      sequence: v.number(),
      /** The planned time and place of a moved date. */
      was: v.nullable(v.object(hours)),
    }),
  ),
})

export type Place = v.InferOutput<typeof place>
export type StoredDates = v.InferOutput<typeof schema>
export type ShopEvent = StoredDates['dates'][number]

/**
 * Returns all one-off dates, and the weekly ones in the range above.
 * @throws CatalogueUnavailable
 */
export function readDates({ readRows, now }: ShopContext): Promise<StoredDates> {
  const today = londonDay(now())
  const span = { p_first: addDays(today, -daysBack), p_last: addDays(today, daysAhead) }
  return readRows('dates', (client) =>
    withRetries(
      async () => v.parse(schema, await unwrapResponse(client.rpc('dates_between', span))),
      retries,
      waitWithBackoff,
    ),
  )
}
