import { getNetwork, limitedAddress } from '../core/addresses.ts'
import { isKnownHere } from './known-addresses.ts'
import { type Attempt, countAttempts, limits, takeAttempts } from './limits.ts'
import type { AuthWork } from './request.ts'
import type { UserRow } from './users.ts'

/** More than `limits.mailRank` counts. */
const strangerRank = 1000

/** Counts a request for an email for the network that it comes from. */
export async function countForRank(request: AuthWork): Promise<void> {
  await takeAttempts(request, [attemptOfNetwork(request)])
}

/**
 * Returns the rank of an email: those to accounts that have signed in from the requesting address go first, and among the
 * others networks that have requested fewer emails in the hour. So a flood of requests delays another network's email by
 * one of its own at most.
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
