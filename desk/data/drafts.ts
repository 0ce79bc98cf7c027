import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { canUseLocks } from '../lib/locks.ts'
import { localStore, sessionStore } from '../lib/storage.ts'
import { warnStorageFull } from './storage-warning.ts'

const prefix = 'desk-draft:'
const nameOfTab = 'desk-tab'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The id of this tab. Each tab stores its drafts under its own id. */
let tab = ''
/** Storage keys of drafts that closed tabs left behind. The next editor that is opened for such a field takes the draft over. */
let left: string[] = []

const placeOf = (name: string): string => `${prefix}${tab}:${name}`
/** Returns the draft's name from a storage key by removing the tab id, a UUID. Older versions stored drafts without a tab id. */
const draftAt = (place: string): string =>
  place.slice(prefix.length).replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, '')
const places = (): string[] => localStore.names().filter((name) => name.startsWith(prefix))

/** Restores the drafts of this tab after a reload, and finds those of closed tabs. */
export async function restoreDrafts(): Promise<void> {
  // Without `navigator.locks` all tabs share their drafts.
  if (!(await canUseLocks())) return
  tab = sessionStore.getItem(nameOfTab) ?? crypto.randomUUID()
  // The tab id is not stored while the tab is open, because a duplicated tab would copy it.
  const hideName = () => sessionStore.removeItem(nameOfTab)
  hideName()
  addEventListener('pageshow', hideName)
  addEventListener('pagehide', () => sessionStore.setItem(nameOfTab, tab))
  void navigator.locks.request(placeOf(''), () => new Promise(() => {}))
  addEventListener('visibilitychange', () => void findLeft())
  await findLeft()
}

async function findLeft(): Promise<void> {
  const { held = [], pending = [] } = await navigator.locks.query()
  const open = [...held, ...pending].map(({ name }) => name)
  left = places().filter((place) => !open.includes(place.slice(0, placeOf('').length)))
}

/** Moves the draft of this name from a closed tab to this one, unless this tab has one already. */
function inheritDraft(name: string): void {
  if (kept(name) !== '') return
  const place = left.find((one) => draftAt(one) === name)
  if (place === undefined) return
  left = left.filter((one) => one !== place)
  const text = localStore.getItem(place)
  localStore.removeItem(place)
  if (text !== null) localStore.setItem(placeOf(name), text)
}

/**
 * Stores a draft; '' removes it.
 * @returns false when the device could not store it: the draft is then lost on a reload
 */
export function storeDraft(name: string, text: string): boolean {
  const place = placeOf(name)
  if (text === '') localStore.removeItem(place)
  else localStore.setItem(place, text)
  const isKept = localStore.isKept(place) || keptWithoutOlder(place, text)
  if (!isKept) warnStorageFull()
  tell()
  return isKept
}

/**
 * When storage is full, removes the older draft first, because a reload would restore it instead of the newer one. Returns false
 * when there is still no room.
 */
function keptWithoutOlder(place: string, text: string): boolean {
  localStore.removeItem(place)
  localStore.setItem(place, text)
  return localStore.isKept(place)
}

export const readDraftText = (name: string): string => {
  inheritDraft(name)
  return kept(name)
}

/**
 * Returns a draft that is an object, or null when there is none. An earlier version of the desk may have stored it, so a field that
 * is added to a schema later needs a default, or drafts from before the update are lost (stored-drafts.test.ts).
 */
export function readStoredDraft<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null {
  return parsed(readDraftText(name), schema)
}

function parsed<T>(text: string, schema: v.GenericSchema<unknown, T>): T | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : null
}

function createDraftReader(name: string): () => string {
  inheritDraft(name)
  return () => kept(name)
}

/**
 * State for text or a form that is being typed. It is stored on the device until it is sent, so that it survives a reload, a lost
 * connection and an expired session. Without `schema` the draft is a text, and '' removes it; with `schema` it is an object, and
 * null removes it.
 */
export function useDraft(name: string): [text: string, keep: (text: string) => void]
export function useDraft<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
): [draft: T | null, keep: (next: T | null) => void]
export function useDraft<T>(name: string, schema?: v.GenericSchema<unknown, T>) {
  const text = useSyncExternalStore(
    subscribe,
    useMemo(() => createDraftReader(name), [name]),
  )
  if (schema === undefined) return [text, (next: string) => storeDraft(name, next)]
  const keepStructure = (next: T | null) => storeDraft(name, next === null ? '' : JSON.stringify(next))
  return [parsed(text, schema), keepStructure]
}

function kept(name: string): string {
  return localStore.getItem(placeOf(name)) ?? ''
}

/** Replaces a draft. Returns the function that reverses this, unless the draft has been changed since. */
export function replaceDraft(name: string, text: string): () => void {
  const before = readDraftText(name)
  storeDraft(name, text)
  return () => {
    if (kept(name) === text) storeDraft(name, before)
  }
}

/** Removes the drafts of this name that equal the text just sent, in every tab. */
export function removeSentDraft(name: string, sent: string): void {
  for (const place of places())
    if (draftAt(place) === name && localStore.getItem(place) === sent) localStore.removeItem(place)
  tell()
}

/**
 * Removes drafts from the device: all of them, as when the desk is locked, or those whose name ends in `ending`, such as the email
 * address of an erased person.
 */
export function removeDrafts(ending = ''): void {
  for (const place of places()) if (place.endsWith(ending)) localStore.removeItem(place)
  tell()
}
