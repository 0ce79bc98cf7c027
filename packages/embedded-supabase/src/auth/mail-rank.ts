import { getNetwork, limitedAddress } from '../core/addresses.ts'
import { isKnownHere } from './known-addresses.ts'
import { type Attempt, countAttempts, limits, takeAttempts } from './limits.ts'
import type { AuthWork } from './request.ts'
import type { UserRow } from './users.ts'

/** Added to the rank of emails to strangers. It is more than `limits.mailRank` can count, so strangers come last. */
const strangerRank = 1000

/** Counts a request for an email towards the rank of the requesting network's emails. */
export async function countForRank(request: AuthWork): Promise<void> {
  await takeAttempts(request, [attemptOfNetwork(request)])
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
  const requested = await countAttempts(work, attemptOfNetwork(work))
  const isKnown = email_confirmed_at !== null && (await isKnownHere(work, email))
  return isKnown ? requested : strangerRank + requested
}

function attemptOfNetwork({ wire: { clientAddress } }: AuthWork): Attempt {
  return {
    limit: limits.mailRank,
    subject: getNetwork(clientAddress) ?? limitedAddress(clientAddress),
  }
}
