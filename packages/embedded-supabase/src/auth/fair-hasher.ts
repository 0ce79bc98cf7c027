import type { Asker } from '../queue/asker.ts'
import { FairQueue, NoSlotError } from '../queue/fair-queue.ts'
import { createOverloadError, type PasswordHasher } from './password-hasher.ts'

/** Hashing a password takes about 100 ms, so two slots work off the longest queue (160) in 8 s, which is `timeoutMs`. */
const shares = {
  slots: 2,
  perAddress: 1,
  waitingPerAddress: 38,
  waitingInAll: 160,
  timeoutMs: 8000,
}

/**
 * Creates password hashers that take turns by IP address, so that guesses from one IP address delay others by one turn at most.
 * Calls for accounts that have signed in from the requesting IP address before take turns with those of strangers, and have half of
 * the queue.
 * @throws ApiError 429 with `Retry-After` when a call gets no turn
 */
export function createFairHasher(hasher: PasswordHasher): (asker: Asker) => PasswordHasher {
  const turns = new FairQueue(shares)
  return (asker) => {
    const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        return await turns.use(asker, work)
      } catch (error) {
        throw error instanceof NoSlotError ? createOverloadError() : error
      }
    }
    return {
      hash: (password) => inTurn(() => hasher.hash(password)),
      verify: (password, hash) => inTurn(() => hasher.verify(password, hash)),
      pretend: hasher.pretend,
    }
  }
}
