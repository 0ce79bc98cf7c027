import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcQuery } from '../../data/rpc-query.ts'

const time = v.nullable(v.string())
const schema = v.object({
  mails: v.object({ waiting: v.number(), oldest: time, lastSentAt: time }),
  catalogue: v.object({
    waiting: v.number(),
    stuck: v.array(v.object({ since: time, detail: v.nullable(v.string()) })),
  }),
  payments: v.object({
    lastHeardAt: time,
    setAside: v.array(
      v.object({
        at: v.string(),
        type: v.string(),
        number: v.nullable(v.number()),
        detail: v.nullable(v.string()),
      }),
    ),
  }),
  backup: v.object({
    succeededAt: time,
    bytes: v.nullable(v.number()),
    file: v.nullable(v.string()),
    failedAt: time,
    reason: v.nullable(v.string()),
    isAsked: v.boolean(),
    isUnderWay: v.boolean(),
    /** True when the backups are made by the shop's own machine, so that one can be requested here. */
    canBeAsked: v.boolean(),
    isOverdue: v.boolean(),
  }),
})
export type HealthReport = v.InferOutput<typeof schema>

/** Reads the health of the shop. */
export function useHealth() {
  return useQuery({
    ...rpcQuery(['mail', 'health'], 'desk_health', schema),
    refetchInterval: 30_000,
  })
}
