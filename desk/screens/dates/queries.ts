import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { dateKinds } from '../../../domain/date-form.ts'
import { rpcQuery } from '../../data/rpc-query.ts'

const kind = v.picklist(dateKinds)

const occurrence = v.object({
  /** The slug of the series. Together with `planned`, the day that was announced first, it identifies the occurrence. */
  series: v.string(),
  planned: v.string(),
  kind,
  title: v.string(),
  text: v.string(),
  day: v.string(),
  from: v.string(),
  to: v.string(),
  venue: v.string(),
  state: v.picklist(['on', 'off', 'cancelled', 'moved']),
  words: v.string(),
  isWeekly: v.boolean(),
  /** The version of the occurrence, which a change sends for conflict detection. */
  seen: v.number(),
})

const schema = v.object({
  today: v.string(),
  /** True when the notice bar of the website has no text, so that a cancellation can be announced there. */
  isBarFree: v.boolean(),
  evenings: v.array(occurrence),
  /** All series, the newest first. */
  series: v.array(
    v.object({
      slug: v.string(),
      kind,
      venue: v.string(),
      title: v.string(),
      lines: v.array(v.string()),
      day: v.string(),
      isWeekly: v.boolean(),
      until: v.nullable(v.string()),
      from: v.string(),
      to: v.string(),
      version: v.number(),
    }),
  ),
  venues: v.array(
    v.object({
      slug: v.string(),
      version: v.number(),
      name: v.string(),
      street: v.string(),
      locality: v.string(),
      postcode: v.string(),
      website: v.nullable(v.string()),
    }),
  ),
  enquiries: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      about: v.nullable(v.string()),
      day: v.string(),
      stage: v.string(),
    }),
  ),
})

export type DatesData = v.InferOutput<typeof schema>
export type Occurrence = DatesData['evenings'][number]
export type Series = DatesData['series'][number]
export type Venue = DatesData['venues'][number]

export const datesKey = ['dates', 'desk']

export function useDates() {
  return useQuery(rpcQuery(datesKey, 'desk_dates', schema))
}
