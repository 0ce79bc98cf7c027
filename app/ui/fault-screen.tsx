import { useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { buttonLook } from './button.tsx'
import styles from './fault-screen.module.css'

/** The page that stands in for one that could not be shown: 404, 503 when the data cannot be had, else 500. */
export function FaultScreen({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  const lost = status === 404
  return (
    <div className={`wrap ${lost ? styles.lost : styles.fuse}`}>
      <img src={`/generated/art/${lost ? 'test-card' : 'blown-fuse'}.svg`} alt="" />
      <div>
        {lost && <p className={styles.aside}>Please do not adjust your set</p>}
        <h1 className="h1">{lost ? 'Page Not Found' : 'That tripped the fuse'}</h1>
        <p className="lead">{explanation(status)}</p>
        <a className={buttonLook()} href={lost ? paths.home : pathname + search}>
          {lost ? 'Back to Home' : 'Try again'}
        </a>
      </div>
    </div>
  )
}

function explanation(status: number): string {
  if (status === 404)
    return "We couldn't find the page you're looking for. It might have been moved or doesn't exist."
  const cause = status === 503 ? 'The stockroom isn’t answering' : 'Our fault'
  return `${cause}. Your cart is safe. Try again in a minute.`
}
