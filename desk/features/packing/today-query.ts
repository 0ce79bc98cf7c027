import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'
import { parcel } from './parcels.ts'

const counted = { count: v.number() }
const taken = v.object({ orders: v.number(), pence: v.number() })

const schema = v.object({
  toPack: v.object({
    orders: v.number(),
    pieces: v.number(),
    priority: v.number(),
    packed: v.number(),
    lastSent: v.nullable(v.string()),
    oldest: v.nullable(v.object({ number: v.number(), since: v.string() })),
    first: v.array(v.object({ row: parcel, pieces: v.number() })),
  }),
  runningLow: v.object({
    ...counted,
    first: v.array(v.object({ name: v.string(), stock: v.number() })),
  }),
  /** This and the following properties are only present for owners. */
  toAnswer: v.optional(
    v.object({
      ...counted,
      oldest: v.nullable(
        v.object({ name: v.string(), about: v.nullable(v.string()), since: v.string() }),
      ),
    }),
  ),
  followUps: v.optional(v.object({ ...counted, names: v.array(v.string()) })),
  stuckMail: v.optional(
    v.object({
      ...counted,
      latest: v.nullable(
        v.object({
          template: v.string(),
          number: v.nullable(v.string()),
          error: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  disputes: v.optional(
    v.object({
      ...counted,
      first: v.nullable(
        v.object({ number: v.number(), amount: v.number(), dueBy: v.nullable(v.string()) }),
      ),
    }),
  ),
  failedRefunds: v.optional(
    v.object({
      ...counted,
      first: v.nullable(v.object({ number: v.number(), amount: v.number() })),
    }),
  ),
  boxPayments: v.optional(
    v.object({ ...counted, names: v.array(v.string()), retryAt: v.nullable(v.string()) }),
  ),
  labels: v.optional(v.object({ ...counted, names: v.array(v.string()) })),
  stuck: v.optional(
    v.array(
      v.object({
        kind: v.picklist(['late_letters', 'payments', 'catalogue', 'backup', 'balance']),
        amount: v.number(),
        since: v.nullable(v.string()),
        detail: v.nullable(v.string()),
      }),
    ),
  ),
  taken: v.optional(taken),
  takenLastWeek: v.optional(taken),
})
export type TodaySummary = v.InferOutput<typeof schema>

/** Reads the open work, for the Today screen and the counts of the navigation. */
export function useTodaySummary() {
  return useQuery({
    ...rpcQuery(['today'], 'desk_today', schema),
    // Refetched at intervals, because changes that depend on the time alone cause no realtime event: a new day, or an item that has
    // waited too long.
    refetchInterval: 5 * 60_000,
  })
}
