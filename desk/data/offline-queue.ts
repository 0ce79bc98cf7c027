import type { MutationKey, MutationScope, MutationState, QueryClient } from '@tanstack/react-query'
import { del, get, keys, set } from 'idb-keyval'
import * as v from 'valibot'
import { isSignedOut } from './client.ts'
import { deviceStore } from '../lib/device-database.ts'
import { warnStorageFull } from './storage-warning.ts'
import { showToast } from '../ui/toasts.tsx'
import { createDeferred } from '../lib/deferred.ts'

const prefix = 'waiting:'
/** `navigator.locks` is missing without https; queued changes then live as long as their page. */
const locks: LockManager | undefined = navigator.locks
/** A browser that blocks storage refuses locks as well. It stores no queue that they would guard, and `write` warns of that. */
const withLock = (name: string, work: () => Promise<void>): void =>
  void locks?.request(name, work).catch(() => undefined)

interface Options {
  mutationKey?: MutationKey | undefined
  scope?: MutationScope | undefined
  meta?: Record<string, unknown> | undefined
}
interface Change extends Options {
  state: MutationState<unknown, unknown, unknown>
  /**
   * True when the request was sent and no answer came, so that it may have arrived. Undefined in changes that older versions
   * stored.
   */
  isOpen?: boolean
}
interface Mutation extends Pick<Change, 'state'> {
  options: Options
}
const plain = ({ options: { mutationKey, scope, meta }, state }: Mutation): Change => ({
  mutationKey,
  scope,
  meta,
  state,
  isOpen: !state.isPaused || state.failureCount > 0,
})

/** The queued changes of one tab and the email address of their author: no other account sends them. */
interface QueuedMutations {
  who: string
  changes: Change[]
}

const queueSchema = v.object({
  who: v.string(),
  changes: v.array(v.custom<Change>((one) => v.is(v.object({ state: v.object({}) }), one))),
})

/** Returns null when nothing is stored under this name, or when it cannot be parsed. */
async function read(name: string): Promise<QueuedMutations | null> {
  const text = await get<string>(name, deviceStore).catch(warnStorageFull)
  const queue = v.safeParse(v.pipe(v.string(), v.parseJson(), queueSchema), text)
  return queue.success ? queue.output : null
}

/** Returns an empty array when the browser forbids storage. */
async function listQueues(): Promise<string[]> {
  const names = await keys(deviceStore).catch((): IDBValidKey[] => [])
  return names.filter((name): name is string => typeof name === 'string' && name.startsWith(prefix))
}

/**
 * The queue of changes that have no answer yet. Each tab stores its own on the device without a time limit; their author finds
 * them again after a reload, after the tab is closed, and after signing out and in.
 */
export function createOfflineQueue(queries: QueryClient, getSignedInEmail: () => string | null) {
  const changes = queries.getMutationCache()
  let ownQueue: ReturnType<typeof createStoredQueue> | null = null
  /** Each tab sends the name of its queue to the others, which wait for its lock. */
  let channel: BroadcastChannel | null = null
  /** Changes that the backend refused because their author was signed out (`isSignedOut`). */
  const refused = new Set<Mutation>()
  /** Changes that have been answered and are pending only until the queries that they invalidate are refetched. */
  const answered = new WeakSet<Mutation>()
  /** Changes whose author signed out while they were being sent, each with the storage key of its author's queue. */
  const left = new Map<Mutation, string>()

  /** Creates the stored queue of this tab, which owns it as long as it holds the lock of the same name. */
  function createStoredQueue(who: string) {
    const name = prefix + crypto.randomUUID()
    const { promise, resolve: leave } = createDeferred<void>()
    withLock(name, () => {
      channel?.postMessage(name)
      return promise
    })
    return { name, who, leave, written: '', waiting: [] as Mutation[] }
  }

  function findUnanswered(): Mutation[] {
    const pending = changes
      .getAll()
      .filter((change) => change.state.status === 'pending' && !answered.has(change))
    // Mutations without `touches`, such as passwords and codes, are not queued.
    return [...new Set([...refused, ...pending])].filter(({ options }) => options.meta?.['touches'])
  }

  function write(): void {
    // The owner of the queue comes first, because the session may have ended before the queue is suspended.
    const who = ownQueue?.who ?? getSignedInEmail()
    if (who === null || locks === undefined) return
    const unanswered = findUnanswered()
    const text = unanswered.length === 0 ? '' : serialize(who, unanswered)
    if (text === (ownQueue?.written ?? '')) return
    ownQueue ??= createStoredQueue(who)
    ownQueue.written = text
    ownQueue.waiting = unanswered
    const writing = text === '' ? del(ownQueue.name, deviceStore) : set(ownQueue.name, text, deviceStore)
    writing.catch(warnStorageFull)
  }

  /** Serializes changes for storage. A refused change is marked as not arrived, like one that was never sent. */
  function serialize(who: string, unanswered: readonly Mutation[]): string {
    const list = unanswered.map((one) => ({ ...plain(one), ...(refused.has(one) && { isOpen: false }) }))
    return JSON.stringify({ who, changes: list } satisfies QueuedMutations)
  }

  /** Returns true when the change can be sent after a reload: its send function is registered under its mutation key. */
  const isResumable = ({ mutationKey = [] }: Change): boolean =>
    queries.getMutationDefaults(mutationKey).mutationFn !== undefined

  /** Takes a queue over as soon as its tab is closed or its owner has signed out there. */
  function takeOverOnceReleased(name: string): void {
    withLock(name, () => takeOver(name).catch(warnStorageFull))
  }

  /** Returns null in a browser that blocks storage, which refuses the channel as well. */
  function openChannel(): BroadcastChannel | null {
    try {
      const opened = new BroadcastChannel('desk-queues')
      opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
        takeOverOnceReleased(data),
      )
      return opened
    } catch {
      return null
    }
  }

  async function takeOver(name: string): Promise<void> {
    const queue = await read(name)
    if (queue === null || queue.who !== getSignedInEmail()) return
    for (const { state, meta, mutationKey, scope } of queue.changes.filter(isResumable))
      changes.build(
        queries,
        { mutationKey, scope, meta: { ...meta, who: queue.who } },
        { ...state, status: 'pending', isPaused: true },
      )
    await del(name, deviceStore)
    void queries.resumePausedMutations()
    reportLost(queue.changes.filter((change) => !isResumable(change)))
  }

  /** Shows a toast about changes that cannot be resumed. Only those that had been sent may have reached the shop. */
  function reportLost(lost: readonly Change[]): void {
    if (lost.length === 0) return
    const isOpen = lost.some((change) => change.isOpen ?? !change.state.isPaused)
    const text = isOpen
      ? 'You were cut off before the shop answered. Check whether it went through, and do it again if it didn’t.'
      : 'What you did last was not sent, so nothing has changed. Please do it again.'
    showToast({ text, kind: 'fault', stays: 0 })
  }

  /** Handles an answer that came after its author had signed out: removes the change from their stored queue. */
  async function removeFromQueue(change: Mutation): Promise<void> {
    const name = left.get(change) ?? ''
    left.delete(change)
    const rest = [...left].filter(([, other]) => other === name).map(([one]) => one)
    const queue = await read(name)
    // No queue is stored when its author has signed in again and resumed it.
    if (queue === null) return
    await (rest.length === 0 ? del(name, deviceStore) : set(name, serialize(queue.who, rest), deviceStore))
  }

  async function reportSuspended(name: string): Promise<void> {
    const count = (await read(name))?.changes.filter(isResumable).length ?? 0
    const what = count === 1 ? 'A change waits' : `${count} changes wait`
    const text = `${what} on this device. Sign in again to send ${count === 1 ? 'it' : 'them'}.`
    if (count > 0) showToast({ text, kind: 'fault', stays: 0 })
  }

  return {
    write,
    /** Keeps a change that was refused because no session was active, until its author signs in again. */
    storeRefused(error: Error, change: Mutation): void {
      // A change that a former user left is stored already, and does not belong to the user who signed in next.
      if (!isSignedOut(error) || left.has(change)) return
      refused.add(change)
      write()
    },
    markAnswered(change: Mutation): void {
      answered.add(change)
      if (left.has(change)) void removeFromQueue(change).catch(warnStorageFull)
      else write()
    },
    /**
     * Resumes the changes that the signed-in person left on this device. Those of another open tab follow as soon as it is closed,
     * also when it has its first one only later.
     */
    async resume(): Promise<void> {
      channel ??= openChannel()
      for (const name of await listQueues())
        if (name !== ownQueue?.name) takeOverOnceReleased(name)
    },
    /** On signing out: stops sending the queue of the person who was signed in, and keeps it stored for them. */
    suspend(): void {
      const former = ownQueue
      ownQueue = null
      channel?.close()
      channel = null
      refused.clear()
      changes.clear()
      if (former === null) return
      for (const change of former.waiting) left.set(change, former.name)
      former.leave()
      void reportSuspended(former.name)
    },
    /** Returns the number of unsent changes in all tabs, including those of this tab that the device could not store. */
    async count(): Promise<number> {
      const others = (await listQueues()).filter((name) => name !== ownQueue?.name)
      const all = await Promise.all(others.map(read))
      return all.reduce((sum, queue) => sum + (queue?.changes.length ?? 0), findUnanswered().length)
    },
    /** Removes all stored queues. Never rejects, because locking the desk must go on in any case. */
    async clear(): Promise<void> {
      await Promise.all((await listQueues()).map((name) => del(name, deviceStore).catch(warnStorageFull)))
    },
  }
}
