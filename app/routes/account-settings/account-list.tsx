import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type AccountPartProps, useLoaded } from './use-loaded.ts'

interface AccountListProps<T> extends AccountPartProps {
  things: 'orders' | 'boxes'
  load: (userId: string) => Promise<T[]>
  /** What stands there when there are none. */
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
