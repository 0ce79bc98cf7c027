import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import './back.css'

/** The head of one thing out of a list: the way back, and what it is called. */
export function Back({ to, list, title }: { to: string; list: string; title: string }) {
  return (
    <div className="one">
      <Link className="ibtn" to={to} aria-label={`Back to ${list}`}>
        <Icon name="back" />
      </Link>
      <h2 className="h1">{title}</h2>
    </div>
  )
}
