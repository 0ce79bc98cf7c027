import { createStore, type UseStore } from 'idb-keyval'
import { createDeferred } from './deferred.ts'

/** Time limit for opening the database: some browsers never answer the request, which would hold up the desk. */
const timeoutMs = 3000

const open = createStore('desk', 'read')
let hasTimedOut = false

/**
 * The desk's key-value store in IndexedDB. Rejects when the browser has no database, refuses to open it, or does not answer within
 * `timeoutMs`. After such a timeout it rejects at once, until the browser has answered.
 */
export const deviceStore: UseStore = async (mode, work) => {
  const { promise: timeout, reject } = createDeferred<never>()
  const timer = setTimeout(
    () => {
      hasTimedOut = true
      reject(new DOMException('The database of the desk did not answer', 'TimeoutError'))
    },
    hasTimedOut ? 0 : timeoutMs,
  )
  try {
    // `open` throws synchronously in a browser without IndexedDB.
    const answer = open(mode, (objects) => {
      hasTimedOut = false
      return work(objects)
    })
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
