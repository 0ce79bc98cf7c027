import { type ReactNode, useCallback, useEffect, useReducer, useState } from 'react'
import { logFailure } from '../../features/browser/browser-log.ts'
import { Button } from '../../ui/button.tsx'

export interface FetchedList<T> {
  list: T[] | null
  isLoading: boolean
  /** True once the first request has succeeded or failed. */
  hasSettled: boolean
  retry: () => void
  /** Fetches the list again. The current list stays visible meanwhile, and also when the request fails. */
  refresh: () => void
}

/** Fetches a list on mount, and again on `retry` and `refresh`. `load` must be the same function on every render. */
export function useFetchedList<T>(
  userId: string,
  load: (userId: string) => Promise<T[]>,
): FetchedList<T> {
  const [asked, ask] = useReducer(countAsked, { attempt: 1 })
  const [answer, setAnswer] = useState<{ to: number; list: T[] | null }>({ to: 0, list: null })
  useEffect(() => {
    let left = false
    const { attempt } = asked
    const settle = (list: T[] | null) => {
      if (!left)
        setAnswer((was) => ({ to: attempt, list: list ?? (was.to === attempt ? was.list : null) }))
    }
    load(userId).then(settle, (cause: unknown) => {
      logFailure('Account: a part could not be fetched', cause)
      settle(null)
    })
    return () => {
      left = true
    }
  }, [userId, load, asked])
  const { to, list } = answer
  return {
    list,
    isLoading: to < asked.attempt,
    hasSettled: to > 0,
    retry: useCallback(() => ask('retry'), []),
    refresh: useCallback(() => ask('refresh'), []),
  }
}

/** Returns a new object, which starts a request. Only `retry` increments the attempt, which shows the loading state. */
function countAsked({ attempt }: { attempt: number }, why: 'retry' | 'refresh') {
  return { attempt: why === 'retry' ? attempt + 1 : attempt }
}

interface AccountListProps<T> {
  things: 'orders' | 'boxes' | 'devices' | 'sign-in codes'
  found: FetchedList<T>
  none: ReactNode
  children: (list: T[]) => ReactNode
}

export function AccountList<T>({ things, found, none, children }: AccountListProps<T>) {
  const { list, isLoading, retry } = found
  if (isLoading) return <p aria-busy="true">Loading your {things}...</p>
  if (list !== null) return list.length === 0 ? none : children(list)
  return (
    <div className="slip tint-blush stack" role="alert">
      <p>Your {things} can’t be fetched right now. They are safe.</p>
      <p>
        <Button size="sm" variant="secondary" onClick={retry}>
          Try again
        </Button>
      </p>
    </div>
  )
}
