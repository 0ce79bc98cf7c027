import { useState } from 'react'
import { Link } from 'react-router'
import { loadBoxes } from '../../features/account/boxes.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { BoxCard } from './box-card.tsx'
import { type AccountPartProps, useLoaded } from './use-loaded.ts'
import styles from './box-section.module.css'

/** The customer's subscriptions: what each costs, when the next payment is, and the way to change or stop it. */
export function BoxSection({ userId, onSettled }: AccountPartProps) {
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
          onSettled={onSettled}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </div>
    </section>
  )
}

function Boxes({ userId, onSettled, onRetry }: AccountPartProps & { onRetry: () => void }) {
  const found = useLoaded(userId, loadBoxes, onSettled)
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
  if (found.value.length === 0)
    return (
      <p className={styles.none}>
        No boxes yet. <Link to={paths.subscriptions}>Bear or Twink?</Link>
      </p>
    )
  return (
    <ul className={styles.list}>
      {found.value.map((box) => (
        <li key={box.id}>
          <BoxCard box={box} />
        </li>
      ))}
    </ul>
  )
}
