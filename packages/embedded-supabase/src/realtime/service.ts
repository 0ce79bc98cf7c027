import type { FairQueue } from '../queue/fair-queue.ts'
import { type Caller, verifyToken } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Changes } from './changes.ts'
import { Refusal } from './frames.ts'
import type { RealtimeLimits } from './limits.ts'
import type { Presences } from './presences.ts'
import type { ChannelExtension, Topics } from './topics.ts'

/** Dependencies of connections and channels. */
export interface RealtimeContext extends ServiceOptions {
  limits: RealtimeLimits
  topics: Topics
  changes: Changes
  presences: Presences
  broadcasts: Broadcasts
  /** Queue for clients' database work, in which no IP address can make the others wait for long. */
  shares: FairQueue
  /** Counts messages by HTTP. Returns true while the IP address is within its limit. */
  maySend: (address: string, count: number) => boolean
  /** Deletes the database rows of a channel that ends. Never rejects. */
  leave: (leaving: EndedChannel) => Promise<void>
  /** Resolves when the stream of changes is running. @throws DatabaseUnreachableError */
  ready: () => Promise<void>
}

export interface EndedChannel {
  watched?: string[]
  /** The id of a channel that has tracked its presence. */
  tracked?: string
}

/** The rights of a caller on a private topic: which extensions it may read and write. */
export type TopicRights = Record<'read' | 'write', ChannelExtension[]>

/** Returns the caller of a token. Without a token, or when it is an API key, returns the connection's caller. @throws Refusal */
export function readCaller(
  { keys, clock }: RealtimeContext,
  token: unknown,
  connected: Caller,
): Caller {
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

/**
 * Checks that the token's session is still open: a token outlives the end of its session, its account's deletion, and a ban.
 * @throws Refusal, DatabaseError, DatabaseUnreachableError
 */
export async function expectOpenSession(
  { sql }: RealtimeContext,
  { claims }: Caller,
): Promise<void> {
  if (claims['session_id'] === undefined) return
  const [found] = await sql<{ isOpen: boolean }[]>`
    select realtime.is_session_open(${sql.json(claims)}) as "isOpen"`
  if (found?.isOpen !== true) throw new Refusal('Unauthorized: The session of the token has ended')
}

/** Returns the caller's rights according to the policies of `realtime.messages`. @throws DatabaseError, DatabaseUnreachableError */
export async function readRights(
  { sql }: RealtimeContext,
  topic: string,
  caller: Caller,
): Promise<TopicRights> {
  const { role, claims } = caller
  const [found] = await sql<{ rights: TopicRights }[]>`
    select realtime.topic_rights(${topic}, ${role}, ${sql.json(claims)}) as rights`
  return found?.rights ?? { read: [], write: [] }
}
