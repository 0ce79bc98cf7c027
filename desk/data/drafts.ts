import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { hasLocks } from '../lib/locks.ts'
import { device, sessionStore } from '../lib/storage.ts'
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

/** Each tab has drafts of its own, under its name. */
let tab = ''
/** Drafts that closed tabs left; the next editor of the field inherits them. */
let left: string[] = []

const placeOf = (name: string): string => `${prefix}${tab}:${name}`
/** A tab id is a UUID. Older versions stored drafts without a tab id; the next editor of the field inherits those, too. */
const draftAt = (place: string): string =>
  place.slice(prefix.length).replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, '')
const places = (): string[] => device.names().filter((name) => name.startsWith(prefix))

/** Resumes the drafts of this tab after a reload, and finds those of closed tabs. */
export async function openDrafts(): Promise<void> {
  // All tabs then share one draft.
  if (!(await hasLocks())) return
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

/** Moves a draft that a closed tab left to this tab, if it has none for the field. */
function inheritDraft(name: string): void {
  if (kept(name) !== '') return
  const place = left.find((one) => draftAt(one) === name)
  if (place === undefined) return
  left = left.filter((one) => one !== place)
  const text = device.getItem(place)
  device.removeItem(place)
  if (text !== null) device.setItem(placeOf(name), text)
}

/** @returns whether a reload finds it; if not, it is there while the tab is open */
export function keep(name: string, text: string): boolean {
  const place = placeOf(name)
  if (text === '') device.removeItem(place)
  else device.setItem(place, text)
  const isKept = device.isKept(place) || keptWithoutOlder(place, text)
  if (!isKept) warnStorageFull()
  tell()
  return isKept
}

/**
 * Removes the older draft when storage is full, because a reload would restore it instead of the newer one. Returns false when
 * there is still no room.
 */
function keptWithoutOlder(place: string, text: string): boolean {
  device.removeItem(place)
  device.setItem(place, text)
  return device.isKept(place)
}

export const keptDraft = (name: string): string => {
  inheritDraft(name)
  return kept(name)
}

/**
 * Returns a structured draft, or null when there is none. An earlier version of the desk may have stored it: a field that a
 * schema gets later needs a default, or a draft from before the update is lost (stored-drafts.test.ts).
 */
export function readStoredDraft<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null {
  return parsed(keptDraft(name), schema)
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
 * State for what is being typed. It is stored on the device until it is sent, so that it survives a reload, a lost connection
 * and an expired session. A draft is a text, which '' removes; with a schema it is a structure, which null removes.
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
  if (schema === undefined) return [text, (next: string) => keep(name, next)]
  const keepStructure = (next: T | null) => keep(name, next === null ? '' : JSON.stringify(next))
  return [parsed(text, schema), keepStructure]
}

function kept(name: string): string {
  return device.getItem(placeOf(name)) ?? ''
}

/** Removes the drafts that equal the sent text, in every tab. */
export function dropSent(name: string, sent: string): void {
  for (const place of places())
    if (draftAt(place) === name && device.getItem(place) === sent) device.removeItem(place)
  tell()
}

/**
 * Removes the drafts from the device: all of them when the desk is locked, or those whose name ends in `ending`, such as the
 * address of an erased person.
 */
export function forgetDrafts(ending = ''): void {
  for (const place of places()) if (place.endsWith(ending)) device.removeItem(place)
  tell()
}
