import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { loadBoxes, type PlacedBox } from '../../features/account/boxes.ts'
import { logFailure } from '../../features/browser-log.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { BoxCard } from './box-card.tsx'
import styles from './box-section.module.css'

type Found = { state: 'loading' } | { state: 'failed' } | { state: 'loaded'; boxes: PlacedBox[] }

/** The customer's subscriptions: what each costs, when the next payment is, and the way to change or stop it. */
export function BoxSection({ userId }: { userId: string }) {
  const [attempt, setAttempt] = useState(0)
  return (
    <section className={styles.section} aria-labelledby="your-boxes">
      <div className="wrap">
        <h2 className="h2" id="your-boxes">
          Your boxes
        </h2>
        <Boxes
          key={`${userId} ${attempt}`}
          userId={userId}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
    </section>
  )
}

function Boxes({ userId, onRetry }: { userId: string; onRetry: () => void }) {
  const found = useBoxes(userId)
  if (found.state === 'loading') return <p className={styles.loading}>Loading your boxes...</p>
  if (found.state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>Your boxes can’t be fetched right now. They are safe.</p>
        <Button size="sm" variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  if (found.boxes.length === 0)
    return (
      <p className={styles.none}>
        No boxes yet. <Link to={paths.subscriptions}>Bear or Twink?</Link>
      </p>
    )
  return (
    <ul className={styles.list}>
      {found.boxes.map((box) => (
        <li key={box.id}>
          <BoxCard box={box} />
        </li>
      ))}
    </ul>
  )
}

function useBoxes(userId: string): Found {
  const [found, setFound] = useState<Found>({ state: 'loading' })
  useEffect(() => {
    let left = false
    loadBoxes(userId).then(
      (boxes) => {
        if (!left) setFound({ state: 'loaded', boxes })
      },
      (cause: unknown) => {
        logFailure('The boxes could not be fetched', cause)
        if (!left) setFound({ state: 'failed' })
      },
    )
    return () => {
      left = true
    }
  }, [userId])
  return found
}
