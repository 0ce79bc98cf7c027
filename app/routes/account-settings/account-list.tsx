import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { logFailure } from '../../features/browser/browser-log.ts'
import { Button } from '../../ui/button.tsx'

export interface Fetched<T> {
  list: T[] | null
  isLoading: boolean
  /** It has come once, or could not be had. */
  hasSettled: boolean
  retry: () => void
  /** Fetches it again while the old one stays on the page, also where the new one cannot be had. */
  refresh: () => void
}

/** Fetches it once, and again on `retry` and `refresh`. `load` must be the same from one render to the next. */
export function useFetched<T>(userId: string, load: (userId: string) => Promise<T[]>): Fetched<T> {
  const [attempt, setAttempt] = useState(1)
  const [refreshes, refresh] = useReducer((before: number) => before + 1, 0)
  const [answer, setAnswer] = useState<{ to: number; list: T[] | null }>({ to: 0, list: null })
  useEffect(() => {
    let left = false
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
  }, [userId, load, attempt, refreshes])
  const { to, list } = answer
  const retry = () => setAttempt(attempt + 1)
  return { list, isLoading: to < attempt, hasSettled: to > 0, retry, refresh }
}

interface AccountListProps<T> {
  things: 'orders' | 'boxes' | 'devices' | 'sign-in codes'
  found: Fetched<T>
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
