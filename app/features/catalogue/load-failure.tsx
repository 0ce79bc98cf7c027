import { useLocation } from 'react-router'
import { getButtonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './load-failure.module.css'

interface LoadFailureProps {
  title: string
  text: string
  level?: 1 | 2
}

export function LoadFailure({ title, text, level = 2 }: LoadFailureProps) {
  const { pathname, search } = useLocation()
  return (
    <div role="alert">
      <EmptyState
        className={styles.panel}
        level={level}
        tint="blush"
        picture="/generated/art/blown-fuse.svg"
        title={title}
      >
        <p>That tripped the fuse. Please refresh the page to try again; your cart is safe.</p>
        <p className={styles.text}>{text}</p>
        <a className={getButtonClass({ variant: 'secondary' })} href={pathname + search}>
          Refresh
        </a>
      </EmptyState>
    </div>
  )
}
