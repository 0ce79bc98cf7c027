import type { Caller } from '../core/keys.ts'
import type { ServiceOptions } from '../services/service-options.ts'
import type { WireRequest } from '../core/wire.ts'

export interface Asker {
  /**
   * One IPv4 address, or the /64 of an IPv6 address, has one share; those of one /48 take turns as one. Anonymous callers and
   * accounts behind the same address do not share.
   */
  address: string
  /** The account of a verified access token. It has a share of its own. */
  account?: string | undefined
  /** Returns true once nobody waits for the answer any more. */
  isAborted?: (() => boolean) | undefined
  /** The bytes of its body, which are held for as long as it waits. */
  bytes?: number | undefined
  /** True for a signed-in user. */
  isKnown?: boolean | undefined
  /** The session of a member of staff. It has a share of its own, wherever it is, and is served first. */
  staffSession?: string | null | undefined
}

/** Returns the share that a request belongs to, by its address and its token, which has been verified. */
export function toAsker(
  { staffSessionOf }: Pick<ServiceOptions, 'staffSessionOf'>,
  { clientAddress: address }: Pick<WireRequest, 'clientAddress'>,
  caller: Caller,
): Asker {
  const { role, claims } = caller
  // Anybody can have any number of anonymous accounts.
  const isKnown = role === 'authenticated' && claims['is_anonymous'] !== true
  return {
    address,
    account: isKnown ? claims.sub : undefined,
    isKnown,
    staffSession: staffSessionOf?.(caller) ?? null,
  }
}
