import { useEffect, useState } from 'react'
import { logFailure } from '../../features/browser/browser-log.ts'

export type Loaded<T> = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; value: T }

export interface AccountPartProps {
  userId: string
  /** What it shows has come, or cannot be had. */
  onSettled: () => void
}

/**
 * What an account has on the server, loaded once. `load` and `onSettled` must be the same from one render to the next;
 * `onSettled` is told when it has come or cannot be had.
 */
export function useLoaded<T>(
  userId: string,
  load: (userId: string) => Promise<T>,
  onSettled: () => void,
): Loaded<T> {
  const [found, setFound] = useState<Loaded<T>>({ state: 'loading' })
  useEffect(() => {
    let left = false
    const settle = (outcome: Loaded<T>) => {
      if (left) return
      setFound(outcome)
      onSettled()
    }
    load(userId).then(
      (value) => settle({ state: 'loaded', value }),
      (cause: unknown) => {
        logFailure('Account: a part could not be fetched', cause)
        settle({ state: 'failed' })
      },
    )
    return () => {
      left = true
    }
  }, [userId, load, onSettled])
  return found
}
