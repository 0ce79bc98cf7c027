import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { rpcParsed } from '../../data/rpc-query.ts'

const entry = v.object({
  id: v.number(),
  at: v.string(),
  who: v.string(),
  action: v.string(),
  subject: v.string(),
  /** The name of the subject, if it has one. */
  name: v.nullable(v.string()),
  /** The number of changed items, if the action had a list of them. */
  count: v.nullable(v.number()),
  changes: v.array(v.object({ what: v.string(), from: v.unknown(), to: v.unknown() })),
})
export type LogEntry = v.InferOutput<typeof entry>

const schema = v.object({
  people: v.array(v.string()),
  name: v.nullable(v.string()),
  entries: v.array(entry),
})

interface Wanted {
  who: string | null
  kinds: readonly string[] | null
  subject: string | null
}

const atOnce = 50

/** Reads the log, filtered; the newest entries first. */
export function useLog({ who, kinds, subject }: Wanted) {
  return useInfiniteQuery({
    queryKey: ['log', 'entries', who, kinds, subject],
    initialPageParam: null,
    queryFn: ({ pageParam }: { pageParam: number | null }) =>
      rpcParsed('desk_what_happened', schema, {
        p_who: who,
        p_kinds: kinds === null ? null : [...kinds],
        p_subject: subject,
        p_before: pageParam,
        p_limit: atOnce,
      }),
    getNextPageParam: ({ entries }) =>
      entries.length < atOnce ? null : (entries.at(-1)?.id ?? null),
    placeholderData: keepPreviousData,
  })
}
