import { useEffectEvent, useLayoutEffect } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router'
import * as v from 'valibot'
import { sessionStore } from '../../lib/storage.ts'
import { navItems } from './navigation.ts'

const stop = v.object({
  /** The first segment of the path, such as "orders" for that list; with a trailing slash it means a detail screen of the list. */
  of: v.string(),
  to: v.string(),
  /** The index of the entry in this tab's browser history; null once that index may belong to another screen. */
  at: v.nullable(v.number()),
})
type Stop = v.InferOutput<typeof stop>

const key = 'desk-trail'
const kept = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(stop)), [])
const read = (): Stop[] => v.parse(kept, sessionStore.getItem(key))

/** Removes the navigation history when the session ends, because it contains searches for people. */
export const clearNavigationHistory = (): void => sessionStore.removeItem(key)

const wordOf = (pathname: string): string => pathname.split('/')[1] ?? ''
const kindOf = (pathname: string): string =>
  pathname.split('/').length > 2 ? `${wordOf(pathname)}/` : wordOf(pathname)

const inHistory = v.fallback(v.object({ idx: v.number() }), { idx: 0 })
const placeNow = (): number => v.parse(inHistory, history.state).idx

/** Returns the list from which a screen was reached, followed by the screens opened on the way. A list starts a new history. */
function getHistory(pathname: string): Stop[] {
  const of = kindOf(pathname)
  if (!of.endsWith('/')) return []
  const way = read()
  const before = way.findIndex((one) => one.of === of)
  return before === -1 ? way : way.slice(0, before)
}

/** Scrolls a newly opened screen to its top, and records the navigation history for the back link. Called once, by the frame. */
export function useNavigationHistory(): void {
  const { pathname, search, hash } = useLocation()
  const type = useNavigationType()
  const begin = useEffectEvent(() => {
    if (type === 'PUSH') scrollTo(0, 0)
  })
  useLayoutEffect(() => {
    begin()
    const at = placeNow()
    const way = getHistory(pathname).map((one) =>
      Number(one.at) < at ? one : { ...one, at: null },
    )
    const here = { of: kindOf(pathname), to: pathname + search + hash, at }
    sessionStore.setItem(key, JSON.stringify([...way, here]))
  }, [pathname, search, hash])
}

/**
 * Returns the target of the back link: the screen from which this one was opened, with its search, tab and scroll position, or
 * its list when the URL was opened directly. `steps` is the number of history entries to go back; 0 when they lead
 * elsewhere.
 */
export function getBackTarget({ pathname }: Pick<Location, 'pathname'>) {
  const last = getHistory(pathname).at(-1)
  const to = last?.to ?? `/${wordOf(pathname)}`
  const steps = last?.at == null ? 0 : Math.min(0, last.at - placeNow())
  return { to, steps, name: getListTitle(to) }
}

/** Titles of lists that are not navigation items. */
const titles: Record<string, string> = { orders: 'Orders', log: 'What happened' }

/** Returns the title of the list to which a URL belongs. */
export function getListTitle(address: string): string {
  const word = wordOf(address.replace(/[?#].*/, ''))
  return titles[word] ?? navItems.find(({ to }) => to === `/${word}`)?.name ?? 'Today'
}
