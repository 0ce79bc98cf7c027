import type { PolicySection } from '../../content/policies/policy.ts'
import styles from './contents-list.module.css'

/** Beside the words on wide screens, above them on narrow ones. */
export function ContentsList({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
