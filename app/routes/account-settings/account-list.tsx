import { type ReactNode, useEffect, useState } from 'react'
import { logFailure } from '../../features/browser/browser-log.ts'
import { Button } from '../../ui/button.tsx'

export interface AccountPartProps {
  userId: string
  /** What it shows has come, or cannot be had. */
  onSettled: () => void
}

interface AccountListProps<T> extends AccountPartProps {
  things: 'orders' | 'boxes'
  load: (userId: string) => Promise<T[]>
  none: ReactNode
  children: (list: T[]) => ReactNode
}

/** What an account has of something, fetched once, and anew for whoever tries again. */
export function AccountList<T>(props: AccountListProps<T>) {
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt(attempt + 1)
  return <Fetched key={`${props.userId} ${attempt}`} {...props} onRetry={retry} />
}

function Fetched<T>(props: AccountListProps<T> & { onRetry: () => void }) {
  const { userId, things, load, none, children, onSettled, onRetry } = props
  const found = useLoaded(userId, load, onSettled)
  if (found.state === 'loading') return <p>Loading your {things}...</p>
  if (found.state === 'failed')
    return (
      <div className="slip tint-blush stack" role="alert">
        <p>Your {things} can’t be fetched right now. They are safe.</p>
        <Button size="sm" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return found.value.length === 0 ? none : children(found.value)
}

type Loaded<T> = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; value: T }

/**
 * What an account has on the server, loaded once. `load` and `onSettled` must be the same from one render to the next;
 * `onSettled` is told when it has come or cannot be had.
 */
function useLoaded<T>(
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
