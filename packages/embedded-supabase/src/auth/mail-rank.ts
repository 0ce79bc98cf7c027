import { getNetworkPrefix, toRateLimitKey } from '../core/addresses.ts'
import { hasSignedInFromHere } from './known-addresses.ts'
import { type Attempt, getAttemptCount, authLimits, countAndGetWaitMs } from './limits.ts'
import type { AuthWork } from './request.ts'
import type { UserRow } from './users.ts'

/** Added to the rank of emails to strangers. It is more than `limits.mailRank` can count, so strangers come last. */
const strangerRank = 1000

/** Counts a request for an email towards the rank of the requesting network's emails. */
export async function countForMailRank(request: AuthWork): Promise<void> {
  await countAndGetWaitMs(request, [attemptOfNetwork(request)])
}

/**
 * Returns the rank of an email, of which lower ones are delivered first. Accounts that have signed in from the requesting address
 * come before all others; among the others, networks that have requested fewer emails in the current hour come first. So a flood
 * of requests from one network delays an email of another network by one email at most.
 */
export async function getMailRank(
  work: AuthWork,
  { email, email_confirmed_at }: Pick<UserRow, 'email' | 'email_confirmed_at'>,
): Promise<number> {
  const requested = await getAttemptCount(work, attemptOfNetwork(work))
  const isKnown = email_confirmed_at !== null && (await hasSignedInFromHere(work, email))
  return isKnown ? requested : strangerRank + requested
}

function attemptOfNetwork({ wire: { clientAddress } }: AuthWork): Attempt {
  return {
    limit: authLimits.mailRank,
    subject: getNetworkPrefix(clientAddress) ?? toRateLimitKey(clientAddress),
  }
}
