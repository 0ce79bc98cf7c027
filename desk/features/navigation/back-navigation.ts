import { useEffectEvent, useLayoutEffect } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router'
import * as v from 'valibot'
import { ofTab } from '../../lib/storage.ts'
import { places } from './navigation.ts'

const stop = v.object({
  /** The first word of a list's address; with a stroke, of what is opened from it. */
  of: v.string(),
  to: v.string(),
  /** Its place in the history of this tab; null once something else may stand there. */
  at: v.nullable(v.number()),
})
type Stop = v.InferOutput<typeof stop>

const key = 'desk-trail'
const kept = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(stop)), [])
const read = (): Stop[] => v.parse(kept, ofTab.getItem(key))

/** It says whom somebody looked for. */
export const forgetTrail = (): void => ofTab.removeItem(key)

const wordOf = (pathname: string): string => pathname.split('/')[1] ?? ''
const kindOf = (pathname: string): string =>
  pathname.split('/').length > 2 ? `${wordOf(pathname)}/` : wordOf(pathname)

const inHistory = v.fallback(v.object({ idx: v.number() }), { idx: 0 })
const placeNow = (): number => v.parse(inHistory, history.state).idx

/** The list that somebody came from and what they opened on the way, each as they left it; a list begins anew. */
function wayTo(pathname: string): Stop[] {
  const of = kindOf(pathname)
  if (!of.endsWith('/')) return []
  const way = read()
  const before = way.findIndex((one) => one.of === of)
  return before === -1 ? way : way.slice(0, before)
}

/** For the frame: begins a screen that is opened at its top, and keeps the way that leads there, for the way back. */
export function useTrail(): void {
  const { pathname, search, hash } = useLocation()
  const type = useNavigationType()
  const begin = useEffectEvent(() => {
    if (type === 'PUSH') scrollTo(0, 0)
  })
  useLayoutEffect(() => {
    begin()
    const at = placeNow()
    const way = wayTo(pathname).map((one) => (Number(one.at) < at ? one : { ...one, at: null }))
    const here = { of: kindOf(pathname), to: pathname + search + hash, at }
    ofTab.setItem(key, JSON.stringify([...way, here]))
  }, [pathname, search, hash])
}

/**
 * The way back from a screen that something else was opened from: to where one was, with its search, tab and place. Who came
 * by an address of its own is led to its list. `steps` are those of the browser's own way back, 0 where that leads elsewhere.
 */
export function wayBack({ pathname }: Pick<Location, 'pathname'>) {
  const last = wayTo(pathname).at(-1)
  const to = last?.to ?? `/${wordOf(pathname)}`
  const steps = last?.at == null ? 0 : Math.min(0, last.at - placeNow())
  return { to, steps, name: nameOf(to) }
}

/** Of lists that are no place of their own. */
const titles: Record<string, string> = { orders: 'Orders', log: 'What happened' }

/** What the list that an address belongs to is called. */
export function nameOf(address: string): string {
  const word = wordOf(address.replace(/[?#].*/, ''))
  return titles[word] ?? places.find(({ to }) => to === `/${word}`)?.name ?? 'Today'
}
