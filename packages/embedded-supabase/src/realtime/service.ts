import type { FairQueue } from '../queue/fair-queue.ts'
import { type Caller, verifyToken } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Changes } from './changes.ts'
import { Refusal } from './frames.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Presences } from './presences.ts'
import type { Extension, Topics } from './topics.ts'

/** Dependencies of channels. */
export interface Service extends ServiceOptions {
  limits: RealtimeLimits
  topics: Topics
  changes: Changes
  presences: Presences
  broadcasts: Broadcasts
  /** Queues database work of clients, so that one address never keeps the others waiting. */
  shares: FairQueue
  /** Returns true when an address may send this many more messages by HTTP. */
  maySend: (address: string, count: number) => boolean
  /** Removes the rows of a channel that ends from the database. Never throws. */
  leave: (leaving: Leaving) => Promise<void>
  /** Resolves when changes are received. @throws DatabaseUnreachableError */
  ready: () => Promise<void>
}

export interface Leaving {
  watched?: string[]
  /** A channel that tracked itself. */
  tracked?: string
}

/** Rights of a caller on a private topic. */
export type Rights = Record<'read' | 'write', Extension[]>

/**
 * Returns the caller whom a token names. Without a token, or with a key, that is the connection's caller.
 * @throws Refusal
 */
export function readCaller({ keys, clock }: Service, token: unknown, connected: Caller): Caller {
  if (typeof token !== 'string' || token.startsWith('sb_')) return connected
  const read = verifyToken(keys, token, clock())
  if ('claims' in read) return read
  if (read.problem === 'expired') throw new Refusal('InvalidJWTToken: Token has expired')
  throw new Refusal(
    token.split('.').length === 3
      ? 'JwtSignatureError: Failed to validate JWT signature'
      : 'MalformedJWT: The token provided is not a valid JWT',
  )
}

/** A token outlives its session, its account and a ban. @throws Refusal, DatabaseError, DatabaseUnreachableError */
export async function expectOpenSession({ sql }: Service, { claims }: Caller): Promise<void> {
  if (claims['session_id'] === undefined) return
  const [found] = await sql<{ isOpen: boolean }[]>`
    select realtime.is_session_open(${sql.json(claims)}) as "isOpen"`
  if (found?.isOpen !== true) throw new Refusal('Unauthorized: The session of the token has ended')
}

/** Returns the rights by the policies of `realtime.messages`. @throws DatabaseError, DatabaseUnreachableError */
export async function readRights({ sql }: Service, topic: string, caller: Caller): Promise<Rights> {
  const { role, claims } = caller
  const [found] = await sql<{ rights: Rights }[]>`
    select realtime.topic_rights(${topic}, ${role}, ${sql.json(claims)}) as rights`
  return found?.rights ?? { read: [], write: [] }
}
