import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { buttonLook, ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import styles from './fault-screen.module.css'
import { TestCard } from './test-card.tsx'

/** The page that stands in for one that could not be shown: 404, 503 when the data cannot be had, else 500. */
export function FaultScreen({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  if (status === 404)
    return (
      <TestCard title="Page Not Found">
        <p className={`lead ${styles.text}`}>
          We couldn't find the page you're looking for. It might have been moved or doesn't exist.
        </p>
        <ButtonLink to={paths.home}>Back to Home</ButtonLink>
      </TestCard>
    )
  return (
    <div className={`wrap ${styles.fuse}`}>
      <EmptyState
        level={1}
        tint="blush"
        picture="/generated/art/blown-fuse.svg"
        title="That tripped the fuse"
      >
        <p className={styles.text}>
          {status === 503
            ? 'The stockroom isn’t answering, so we can’t show this page right now. Your cart is safe. Try again in a minute.'
            : 'Our fault. Your cart is safe. Try again in a minute.'}
        </p>
        <a className={buttonLook({ variant: 'secondary' })} href={pathname + search}>
          Try again
        </a>
      </EmptyState>
    </div>
  )
}
