import { getNetwork, limitedAddress } from '../core/addresses.ts'
import { isKnownHere } from './known-addresses.ts'
import { type Attempt, countAttempts, limits, takeAttempts } from './limits.ts'
import type { AuthWork } from './request.ts'
import type { UserRow } from './users.ts'

/** More than `limits.mailRank` counts. */
const tier = 1000

/** Counts a request for an email for the network that it comes from. */
export async function countForRank(request: AuthWork): Promise<void> {
  await takeAttempts(request, [attemptOfNetwork(request)])
}

/**
 * Returns the rank of an email: accounts that have signed in from the requesting address go first, then other confirmed
 * ones, then addresses that anybody may have made up; within each of these, networks that have requested fewer emails in the
 * hour. So a flood of requests delays another network's email by one of its own at most.
 */
export async function getMailRank(
  work: AuthWork,
  user: Pick<UserRow, 'email' | 'email_confirmed_at'>,
): Promise<number> {
  const requested = await countAttempts(work, attemptOfNetwork(work))
  if (user.email_confirmed_at === null) return 2 * tier + requested
  return (await isKnownHere(work, user.email)) ? requested : tier + requested
}

function attemptOfNetwork({ wire: { clientAddress } }: AuthWork): Attempt {
  return {
    limit: limits.mailRank,
    subject: getNetwork(clientAddress) ?? limitedAddress(clientAddress),
  }
}
