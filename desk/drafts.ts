import { useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'

const prefix = 'desk-draft:'
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @throws DOMException where the browser keeps nothing more */
export function keep(name: string, text: string): void {
  if (text === '') localStorage.removeItem(prefix + name)
  else localStorage.setItem(prefix + name, text)
  tell()
}

export const keptDraft = (name: string): string => kept(name)

/** What has parts; null is none. What another version of the desk has kept in another shape is forgotten, too. */
export function keptDraftOf<T>(name: string, schema: v.GenericSchema<unknown, T>): T | null {
  return parsed(kept(name), schema)
}

function parsed<T>(text: string, schema: v.GenericSchema<unknown, T>): T | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : null
}

/**
 * Words that are being typed: kept on the device until they are sent, so that they survive a reload, a lost line and a
 * session that has run out. '' forgets them.
 */
export function useDraft(name: string): [text: string, type: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => kept(name))
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

/** The same for a field that may be open in two tabs: each has its own, and finds what is kept when it opens. */
export function useOwnDraftOf<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
): [draft: T | null, keep: (next: T | null) => void] {
  const [draft, setDraft] = useState(() => keptDraftOf(name, schema))
  const keepOwn = (next: T | null) => {
    setDraft(next)
    keep(name, next === null ? '' : JSON.stringify(next))
  }
  return [draft, keepOwn]
}

function kept(name: string): string {
  return localStorage.getItem(prefix + name) ?? ''
}

/** Locking leaves none of them on the device, and erasing somebody none whose name ends in their address. */
export function forgetDrafts(ending = ''): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && key.endsWith(ending)) localStorage.removeItem(key)
  tell()
}
