import { transact, transactIf, type Work } from '../database/as-caller.ts'
import type { ConnectionPool } from '../database/pool.ts'
import { FairShares } from '../fair-shares.ts'
import {
  type BackendKeys,
  type Caller,
  type CallerRole,
  resolveCaller,
  stranger,
  verifyToken,
} from '../keys.ts'
import type { WireRequest } from '../wire.ts'
import { fault } from './errors.ts'

/** A request, and as whom it is answered; `isKnown` when it named itself by a key or a token. */
export interface Call {
  wire: WireRequest
  caller: Caller
  isKnown: boolean
}

/** Runs one statement in the caller's role: grants and row level security judge it. */
export interface AsCaller {
  /** The rows of a statement that gives them as JSON in `rows` (`listed`, `unseen`). */
  rows: <Row>(call: Call, text: string, values: Work['values']) => Promise<Row[]>
  /** Takes everything back again, and only says by throwing that it may not be done. */
  try: (call: Call, text: string, values: Work['values']) => Promise<void>
}

/** ms that a statement may take, as the roles say of themselves. */
const timeouts: Record<CallerRole, number> = {
  anon: 3000,
  authenticated: 8000,
  service_role: 30_000,
}
const grace = 3000
/** Beside those of REST (`visitorsShare`). */
const share = {
  places: 2,
  perAddress: 1,
  waitingPerAddress: 200,
  waitingInAll: 2000,
  patience: 10_000,
  allowance: { free: 5, full: 2000, rate: 0.25, longestPause: 4000 },
}

export function createAsCaller(sessions: ConnectionPool): AsCaller {
  const shares = new FairShares(share)

  function inTurn<T>({ wire, caller }: Call, work: () => Promise<T>): Promise<T> {
    if (wire.isOwn === true || caller.role === 'service_role') return work()
    return shares.use({ address: wire.clientAddress, isGone: wire.isGone }, async (charge) => {
      const start = performance.now()
      return work().finally(() => charge(performance.now() - start))
    })
  }

  return {
    rows: async <Row>(call: Call, text: string, values: Work['values']) => {
      const work = workOf(call, text, values)
      const answer = await inTurn(call, () =>
        sessions.use((session) => transact<{ rows: string }>(session, work)),
      )
      const rows: Row[] = JSON.parse(answer.rows[0].rows)
      return rows
    },
    try: async (call, text, values) => {
      const enough = new Error('It may be done')
      const work = workOf(call, text, values)
      const takeBack = () => {
        throw enough
      }
      await inTurn(call, () =>
        sessions.use((session) => transactIf(session, work, takeBack)),
      ).catch((error: unknown) => {
        if (error !== enough) throw error
      })
    },
  }
}

function workOf({ wire, caller }: Call, text: string, values: Work['values']): Work {
  const timeout = timeouts[caller.role]
  const ceiling = timeout + grace
  return { wire, caller, readOnly: false, timeout, text, values, name: undefined, ceiling }
}

/** Gives what a select, or what a change returns, as `rows`. */
export function listed(text: string): string {
  return `with answer as (${text}) select coalesce(json_agg(answer), '[]') as rows from answer`
}

/** A change whose row the caller need not be allowed to see. */
export function unseen(text: string): string {
  return `with answer as (${text}) select '[]' as rows`
}

/** A column of time as JavaScript writes it. */
export function iso(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`
}

/**
 * Who asks. Unlike the other services this one takes a token, or a key, in `Authorization` alone; whoever names nothing
 * is a stranger, who may read what is public.
 * @throws ApiError for a key or a token that is not good
 */
export function callOf(wire: WireRequest, keys: BackendKeys, now: number): Call {
  const { apikey, authorization = '' } = wire.headers
  const bearer = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
  if (apikey === undefined && bearer === '') return { wire, caller: stranger, isKnown: false }
  const named = apikey === undefined ? { ...wire.headers, apikey: bearer } : wire.headers
  const resolution = resolveCaller(keys, named, now)
  if ('caller' in resolution) return { wire, caller: resolution.caller, isKnown: true }
  if (apikey !== undefined) throw fault('AccessDenied', resolution.refusal.body.message)
  const verified = verifyToken(keys, bearer, now)
  if ('claims' in verified) return { wire, caller: verified, isKnown: true }
  const isLate = verified.problem === 'expired'
  throw fault('AccessDenied', isLate ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS')
}

/** Whose a row is; `owner` is only for ids that are UUIDs. */
export type Owner = [owner: string | null, ownerId: string | null]

export function ownerOf({ caller }: Call): Owner {
  const { sub = null } = caller.claims
  return [
    sub !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sub) ? sub : null,
    sub,
  ]
}
