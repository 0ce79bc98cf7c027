import { Link } from 'react-router'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** From the outermost page inwards. The last one is the page itself and has no `to`. */
  steps: { label: string; to?: string }[]
}

export function Breadcrumb({ steps }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {steps.map(({ label, to }) => (
          <li key={label}>
            {to === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link to={to}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
