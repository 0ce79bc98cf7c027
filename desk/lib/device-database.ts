import { createStore, type UseStore } from 'idb-keyval'
import { createDeferred } from './deferred.ts'

/** Browsers have been seen to leave a request to open a database without any answer, which would hold up the desk. */
const timeoutMs = 3000

const open = createStore('desk', 'read')
let hasTimedOut = false

/**
 * The key-value store of the desk on this device. Rejects when the browser has no database, refuses to open it, or does
 * not answer within `timeoutMs`; after that at once, until it has answered.
 */
export const store: UseStore = async (mode, work) => {
  const { promise: timeout, reject } = createDeferred<never>()
  const timer = setTimeout(
    () => {
      hasTimedOut = true
      reject(new DOMException('The database of the desk did not answer', 'TimeoutError'))
    },
    hasTimedOut ? 0 : timeoutMs,
  )
  try {
    // Throws, instead of rejecting, in a browser without a database.
    const answer = open(mode, (objects) => {
      hasTimedOut = false
      return work(objects)
    })
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
