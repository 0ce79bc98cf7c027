import { useMemo, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { device, ofTab } from '../lib/storage.ts'
import { tellOfRoom } from './storage-warning.ts'

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
/** Where those stand whose tab is closed: whoever opens their field goes on with them. */
let left: string[] = []

const placeOf = (name: string): string => `${prefix}${tab}:${name}`
/** A tab is called by a UUID. What a desk of before has kept stands without one, and is left for whoever opens its field. */
const draftAt = (place: string): string =>
  place.slice(prefix.length).replace(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/, '')
const places = (): string[] => device.names().filter((name) => name.startsWith(prefix))

/** Goes on with the drafts of this tab after a reload, and finds those of tabs that are closed. */
export async function openDrafts(): Promise<void> {
  // Without https a browser has none, and all tabs keep one draft.
  const locks: LockManager | undefined = navigator.locks
  if (locks === undefined) return
  tab = ofTab.getItem(nameOfTab) ?? crypto.randomUUID()
  // While the tab is open its name stands nowhere: a copy of the tab would be called the same.
  const hideName = () => ofTab.removeItem(nameOfTab)
  hideName()
  addEventListener('pageshow', hideName)
  addEventListener('pagehide', () => ofTab.setItem(nameOfTab, tab))
  void locks.request(placeOf(''), () => new Promise(() => {}))
  addEventListener('visibilitychange', () => void findLeft(locks))
  await findLeft(locks)
}

async function findLeft(locks: LockManager): Promise<void> {
  const { held = [], pending = [] } = await locks.query()
  const open = [...held, ...pending].map(({ name }) => name)
  left = places().filter((place) => !open.includes(place.slice(0, placeOf('').length)))
}

/** Brings what a closed tab has left of it to this one, which has none. */
function takeUp(name: string): void {
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
  if (!isKept) tellOfRoom()
  tell()
  return isKept
}

/** Where the device has no room beside it, what was typed before goes: a reload would bring it back for the newer one. */
function keptWithoutOlder(place: string, text: string): boolean {
  device.removeItem(place)
  device.setItem(place, text)
  return device.isKept(place)
}

export const keptDraft = (name: string): string => {
  takeUp(name)
  return kept(name)
}

/**
 * What has parts; null is none. An earlier version of the desk may have kept it: a field that a schema gets later has a default,
 * or what was typed before an update is forgotten (stored-drafts.test.ts).
 */
export function keptDraftOf<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null {
  return parsed(keptDraft(name), schema)
}

function parsed<T>(text: string, schema: v.GenericSchema<unknown, T>): T | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : null
}

/** Of a field that has been opened. */
function readerOf(name: string): () => string {
  takeUp(name)
  return () => kept(name)
}

/**
 * Words that are being typed: kept on the device until they are sent, so that they survive a reload, a lost line and a
 * session that has run out. '' forgets them.
 */
export function useDraft(name: string): [text: string, type: (text: string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    useMemo(() => readerOf(name), [name]),
  )
  return [text, (next) => keep(name, next)]
}

/** The same for what has parts; null forgets it. */
export function useDraftOf<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
): [draft: T | null, keep: (next: T | null) => void] {
  const [text, type] = useDraft(name)
  return [parsed(text, schema), (next) => type(next === null ? '' : JSON.stringify(next))]
}

function kept(name: string): string {
  return device.getItem(placeOf(name)) ?? ''
}

/** What has been sent is typed nowhere any more, whichever tab it was typed in. */
export function dropSent(name: string, sent: string): void {
  for (const place of places())
    if (draftAt(place) === name && device.getItem(place) === sent) device.removeItem(place)
  tell()
}

/** Locking leaves none of them on the device, and erasing somebody none whose name ends in their address. */
export function forgetDrafts(ending = ''): void {
  for (const place of places()) if (place.endsWith(ending)) device.removeItem(place)
  tell()
}
