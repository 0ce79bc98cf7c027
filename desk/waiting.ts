import type { MutationKey, MutationScope, MutationState, QueryClient } from '@tanstack/react-query'
import { del, get, keys, set } from 'idb-keyval'
import * as v from 'valibot'
import { isSignedOut } from './client.ts'
import { store } from './device-database.ts'
import { tellOfRoom } from './room.ts'
import { showToast } from './ui/toasts.tsx'
import { createDeferred } from './deferred.ts'

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
  /** Whether it may have arrived: it was sent, and no answer of the shop came. Undefined from older versions of the desk. */
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

/** What one tab waits for, and whose it is: nobody else's desk sends it. */
interface Pile {
  who: string
  changes: Change[]
}

const pileSchema = v.object({
  who: v.string(),
  changes: v.array(v.custom<Change>((one) => v.is(v.object({ state: v.object({}) }), one))),
})

/** Returns null when there is no such pile, or when it cannot be read. */
async function read(name: string): Promise<Pile | null> {
  const text = await get<string>(name, store).catch(tellOfRoom)
  const pile = v.safeParse(v.pipe(v.string(), v.parseJson(), pileSchema), text)
  return pile.success ? pile.output : null
}

/** Returns none where the browser forbids the desk to keep anything. */
async function piles(): Promise<string[]> {
  const names = await keys(store).catch((): IDBValidKey[] => [])
  return names.filter((name): name is string => typeof name === 'string' && name.startsWith(prefix))
}

/** A place on the device for what this tab waits for; it is this tab's for as long as it is there. */
function makePlace(who: string) {
  const name = prefix + crypto.randomUUID()
  const { promise, resolve: leave } = createDeferred<void>()
  void locks?.request(name, () => promise)
  return { name, who, leave, written: '', waiting: [] as Mutation[] }
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
  /** Changes whose author signed out while they were being sent, and the key of the store that they are in. */
  const left = new Map<Mutation, string>()

  function findUnanswered(): Mutation[] {
    const pending = changes
      .getAll()
      .filter((change) => change.state.status === 'pending' && !answered.has(change))
    // Passwords and codes are no changes of the desk.
    return [...new Set([...refused, ...pending])].filter(({ options }) => options.meta?.['touches'])
  }

  function write(): void {
    // Their session may end before their changes are put aside.
    const who = place?.who ?? whoIsIn()
    if (who === null || locks === undefined) return
    const kept = findUnanswered()
    const text = kept.length === 0 ? '' : textOf(who, kept)
    if (text === (place?.written ?? '')) return
    place ??= makePlace(who)
    place.written = text
    place.waiting = kept
    const writing = text === '' ? del(place.name, store) : set(place.name, text, store)
    writing.catch(tellOfRoom)
  }

  /** What was refused has not arrived, as what was never sent. */
  function textOf(who: string, kept: readonly Mutation[]): string {
    const list = kept.map((one) => ({ ...plain(one), ...(refused.has(one) && { isOpen: false }) }))
    return JSON.stringify({ who, changes: list } satisfies Pile)
  }

  /** Whether another page than that in which it was made knows how to send it. */
  const isResumable = ({ mutationKey = [] }: Change): boolean =>
    queries.getMutationDefaults(mutationKey).mutationFn !== undefined

  async function takeOver(name: string): Promise<void> {
    const pile = await read(name)
    if (pile === null || pile.who !== whoIsIn()) return
    for (const { state, meta, mutationKey, scope } of pile.changes.filter(isResumable))
      changes.build(
        queries,
        { mutationKey, scope, meta: { ...meta, who: pile.who } },
        { ...state, status: 'pending', isPaused: true },
      )
    await del(name, store)
    void queries.resumePausedMutations()
    sayLost(pile.changes.filter((change) => !isResumable(change)))
  }

  /** What cannot be sent again by itself: whether it arrived is only in question where it was sent. */
  function sayLost(lost: readonly Change[]): void {
    if (lost.length === 0) return
    const isOpen = lost.some((change) => change.isOpen ?? !change.state.isPaused)
    const text = isOpen
      ? 'You were cut off before the shop answered. Check whether it went through, and do it again if it didn’t.'
      : 'What you did last was not sent, so nothing has changed. Please do it again.'
    showToast({ text, kind: 'fault', stays: 0 })
  }

  /** An answer that came after its maker had left: their pile no longer has it. */
  async function takeFromPile(change: Mutation): Promise<void> {
    const name = left.get(change) ?? ''
    left.delete(change)
    const rest = [...left].filter(([, other]) => other === name).map(([one]) => one)
    const pile = await read(name)
    // They may be in again already, and have taken it over.
    if (pile === null) return
    await (rest.length === 0 ? del(name, store) : set(name, textOf(pile.who, rest), store))
  }

  async function tellOf(name: string): Promise<void> {
    const count = (await read(name))?.changes.filter(isResumable).length ?? 0
    const what = count === 1 ? 'A change waits' : `${count} changes wait`
    const text = `${what} on this device. Sign in again to send ${count === 1 ? 'it' : 'them'}.`
    if (count > 0) showToast({ text, kind: 'fault', stays: 0 })
  }

  return {
    write,
    /** A change that the shop would not hear of waits until somebody is in again. */
    keepRefused(error: Error, change: Mutation): void {
      // What its author has left behind is stored already, and is not the next person's.
      if (!isSignedOut(error) || left.has(change)) return
      refused.add(change)
      write()
    },
    noteAnswer(change: Mutation): void {
      answered.add(change)
      if (left.has(change)) void takeFromPile(change).catch(tellOfRoom)
      else write()
    },
    /** Somebody is in: what they left here goes on, that of another tab as soon as it is closed. */
    async takeUp(): Promise<void> {
      for (const name of await piles())
        if (name !== place?.name) void locks?.request(name, () => takeOver(name).catch(tellOfRoom))
    },
    /** Whoever was in is not any more. */
    putAside(): void {
      const former = place
      place = null
      refused.clear()
      changes.clear()
      if (former === null) return
      for (const change of former.waiting) left.set(change, former.name)
      former.leave()
      void tellOf(former.name)
    },
    /** Returns how many there are in all tabs, with those of this one that the device does not keep. */
    async count(): Promise<number> {
      const others = (await piles()).filter((name) => name !== place?.name)
      const all = await Promise.all(others.map(read))
      return all.reduce((sum, pile) => sum + (pile?.changes.length ?? 0), findUnanswered().length)
    },
    /** Never rejects, because the desk must lock all the same. */
    async forget(): Promise<void> {
      await Promise.all((await piles()).map((name) => del(name, store).catch(tellOfRoom)))
    },
  }
}
