import type { FairShares } from '../fair-shares.ts'
import type { Caller } from '../keys.ts'
import type { ServiceOptions } from '../service-options.ts'
import { verifyToken } from '../keys.ts'
import type { Batch } from './batch.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Changes } from './changes.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Presences } from './presences.ts'
import type { Extension, Topics } from './topics.ts'

/** What channels work with. */
export interface Service extends ServiceOptions {
  /** Names this process in the database. */
  slot: string
  limits: RealtimeLimits
  topics: Topics
  changes: Changes
  presences: Presences
  broadcasts: Broadcasts
  /** What asks the database for clients: one address never keeps the others waiting. */
  shares: FairShares
  /** What channels that have ended leave in the database. */
  leavings: Batch<Leaving>
  /** Resolves when changes are heard. */
  ready: () => Promise<void>
}

export interface Leaving {
  watched: string[]
  /** A channel that tracked itself. */
  tracked: string | null
}

/** What somebody may do on a private topic. */
export interface Rights {
  read: Extension[]
  write: Extension[]
}

/** A rule that was broken, in the platform's words. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * Who a token stands for. Without one, or with a key, it is whoever the connection is.
 * @throws Refusal
 */
export function readCaller({ keys, clock }: Service, token: unknown, connected: Caller): Caller {
  if (typeof token !== 'string' || token.startsWith('sb_')) return connected
  const now = clock()
  const read = verifyToken(keys, token, now)
  if ('claims' in read) return read
  if (read.problem === 'expired') throw new Refusal('InvalidJWTToken: Token has expired')
  throw new Refusal(
    token.split('.').length === 3
      ? 'JwtSignatureError: Failed to validate JWT signature'
      : 'MalformedJWT: The token provided is not a valid JWT',
  )
}

/** By the policies of `realtime.messages`. @throws DatabaseError, DatabaseUnreachableError */
export async function readRights({ sql }: Service, topic: string, caller: Caller): Promise<Rights> {
  const { role, claims } = caller
  const [found] = await sql<{ rights: Rights }[]>`
    select realtime.rights(${topic}, ${role}, ${sql.json(claims)}) as rights`
  return found?.rights ?? { read: [], write: [] }
}
