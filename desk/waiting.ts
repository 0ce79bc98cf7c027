import type { MutationKey, MutationScope, MutationState, QueryClient } from '@tanstack/react-query'
import { createStore, del, get, keys, set } from 'idb-keyval'
import { DeskError } from './client.ts'
import { tellOfRoom } from './room.ts'
import { showToast } from './ui/toasts.tsx'
import { createDeferred } from './deferred.ts'

/** What the desk keeps on the device. */
export const store = createStore('desk', 'read')

const prefix = 'waiting:'
/** Without https a browser has none, and what waits lives as long as its page. */
const locks: LockManager | undefined = navigator.locks

interface Options {
  mutationKey?: MutationKey | undefined
  scope?: MutationScope | undefined
  meta?: Record<string, unknown> | undefined
}
interface Change extends Options {
  state: MutationState<unknown, unknown, unknown>
}
interface Mutation extends Pick<Change, 'state'> {
  options: Options
}
const plain = ({ options: { mutationKey, scope, meta }, state }: Mutation): Change => ({
  mutationKey,
  scope,
  meta,
  state,
})

/** What one tab waits for, and whose it is: nobody else's desk sends it. */
interface Pile {
  who: string
  changes: Change[]
}

const read = async (name: string): Promise<Pile | null> =>
  JSON.parse((await get<string>(name, store)) ?? 'null')

/** None where the browser forbids the desk to keep anything. */
const piles = async (): Promise<string[]> => {
  const names = await keys<string>(store).catch((): string[] => [])
  return names.filter((name) => name.startsWith(prefix))
}

/** A place on the device for what this tab waits for; it is this tab's for as long as it is there. */
function makePlace() {
  const name = prefix + crypto.randomUUID()
  const { promise, resolve: leave } = createDeferred<void>()
  void locks?.request(name, () => promise)
  return { name, leave, written: '' }
}

/**
 * The changes that have no answer yet. Each tab keeps its own on the device, however long that takes; whoever made them
 * finds them again after a reload, when the tab is closed, and when they were signed out and are in again.
 */
export function createWaiting(queries: QueryClient, whoIsIn: () => string | null) {
  const changes = queries.getMutationCache()
  let place: ReturnType<typeof makePlace> | null = null
  /** Those that came to the shop when its locks were shut. */
  const refused = new Set<Mutation>()
  /** Those that the shop has answered, and that only wait until what they touched is read anew. */
  const answered = new WeakSet<Mutation>()

  function write(): void {
    const who = whoIsIn()
    if (who === null || locks === undefined) return
    const pending = changes
      .getAll()
      .filter((change) => change.state.status === 'pending' && !answered.has(change))
    // Passwords and codes are no changes of the desk.
    const kept = [...new Set([...refused, ...pending])]
      .map(plain)
      .filter(({ meta }) => meta?.['touches'])
    const text = kept.length === 0 ? '' : JSON.stringify({ who, changes: kept } satisfies Pile)
    if (text === (place?.written ?? '')) return
    place ??= makePlace()
    place.written = text
    const writing = text === '' ? del(place.name, store) : set(place.name, text, store)
    writing.catch(tellOfRoom)
  }

  async function takeOver(name: string): Promise<void> {
    const pile = await read(name)
    if (pile === null || pile.who !== whoIsIn()) return
    for (const { state, ...options } of pile.changes)
      changes.build(queries, options, { ...state, status: 'pending', isPaused: true })
    await del(name, store)
    void queries.resumePausedMutations()
  }

  async function tellOf(name: string): Promise<void> {
    const count = (await read(name))?.changes.length ?? 0
    const what = count === 1 ? 'A change waits' : `${count} changes wait`
    const text = `${what} on this device. Sign in again to send ${count === 1 ? 'it' : 'them'}.`
    if (count > 0) showToast({ text, kind: 'fault', stays: 0 })
  }

  return {
    write,
    /** A change that the shop would not hear of waits until somebody is in again. */
    keepRefused(error: unknown, change: Mutation): void {
      if (!(error instanceof DeskError) || error.code !== 'PT401') return
      refused.add(change)
      write()
    },
    noteAnswer(change: Mutation): void {
      answered.add(change)
      write()
    },
    /** Somebody is in: what they left here goes on, that of another tab as soon as it is closed. */
    async takeUp(): Promise<void> {
      for (const name of await piles())
        if (name !== place?.name) void locks?.request(name, () => takeOver(name))
    },
    /** Whoever was in is not any more. */
    putAside(): void {
      const left = place
      place = null
      refused.clear()
      changes.clear()
      if (left === null) return
      left.leave()
      void tellOf(left.name)
    },
    /** How many there are, in all tabs. */
    async count(): Promise<number> {
      const all = await Promise.all((await piles()).map(read))
      return all.reduce((sum, pile) => sum + (pile?.changes.length ?? 0), 0)
    },
    async forget(): Promise<void> {
      await Promise.all((await piles()).map((name) => del(name, store)))
    },
  }
}
