import type { Asker } from './fair-shares.ts'
import type { Caller } from './keys.ts'
import type { ServiceOptions } from './service-options.ts'
import type { WireRequest } from './wire.ts'

/** The share of a request, by its address and its token. */
export function toAsker(
  { staffSessionOf }: Pick<ServiceOptions, 'staffSessionOf'>,
  { clientAddress: address }: Pick<WireRequest, 'clientAddress'>,
  caller: Caller,
): Asker {
  return {
    address,
    isKnown: caller.role === 'authenticated',
    staffSession: staffSessionOf?.(caller) ?? null,
  }
}
