import type { Caller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest } from '../core/wire.ts'

export interface Asker {
  /** The client's address. An IPv4 address, or an IPv6 /64, has one share; the shares of one /48 take turns as one network. */
  address: string
  /**
   * The account id and the level (aal) of a verified access token. Each level of an account has a share of its own in each network,
   * so that somebody with the password uses up nothing of sessions with two factors.
   */
  account?: string | undefined
  /** Returns true once the client has disconnected and nobody waits for the response. */
  isAborted?: (() => boolean) | undefined
  /** Bytes of the request's body, which stay in memory while the request is queued. */
  bytes?: number | undefined
  /**
   * True for a signed-in user who is not anonymous; in the queue of password hashing, for an account that has signed in from the
   * address before. Known callers and strangers take turns, so that neither can use up all slots and places in the queue.
   */
  isKnown?: boolean | undefined
  /** The session id of a member of staff. It has a share in that of its account, independent of the address, and is served first. */
  staffSession?: string | null | undefined
}

/** Returns who asks, for the queue: the client's address, the caller of the verified token, and the size of the request's body. */
export function toAsker(
  { staffSessionOf }: Pick<ServiceOptions, 'staffSessionOf'>,
  { clientAddress: address, body }: Pick<WireRequest, 'clientAddress'> & Partial<WireRequest>,
  caller: Caller,
): Asker {
  const { role, claims } = caller
  // Anonymous accounts do not count as known, because anybody can create any number of them.
  const isKnown = role === 'authenticated' && claims['is_anonymous'] !== true
  return {
    address,
    bytes: body?.byteLength,
    account: isKnown ? `${claims.sub} ${String(claims['aal'])}` : undefined,
    isKnown,
    staffSession: staffSessionOf?.(caller) ?? null,
  }
}
