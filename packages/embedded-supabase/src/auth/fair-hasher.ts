import type { Asker } from '../queue/asker.ts'
import { FairQueue, NoSlotError } from '../queue/fair-queue.ts'
import { overloaded, type PasswordHasher } from './password-hasher.ts'

/** A password takes some 100 ms, so that two at once do in 8 s (`timeoutMs`) as many as may wait in all. */
const shares = {
  slots: 2,
  perAddress: 1,
  waitingPerAddress: 38,
  waitingInAll: 160,
  timeoutMs: 8000,
}

/**
 * Hashes for addresses in turn, so that the guesses of one delay another by one turn. When too many are queued, strangers are
 * dropped in favour of addresses that the account knows.
 * @throws ApiError 429 with `Retry-After` when no turn comes
 */
export function createFairHasher(hasher: PasswordHasher): (asker: Asker) => PasswordHasher {
  const turns = new FairQueue(shares)
  return (asker) => {
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await turns.use(asker, work)
      } catch (error) {
        throw error instanceof NoSlotError ? overloaded() : error
      }
    }
    return {
      hash: (password) => inTurn(() => hasher.hash(password)),
      verify: (password, hash) => inTurn(() => hasher.verify(password, hash)),
      pretend: hasher.pretend,
    }
  }
}
