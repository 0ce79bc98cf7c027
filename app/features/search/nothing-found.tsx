import { filters } from '../../../domain/filters.ts'
import { paths } from '../../core/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './result-list.module.css'

export function NothingFound({ onPick }: { onPick?: () => void }) {
  return (
    <EmptyState title="Got none. Need some." picture="/generated/art/garlic-shrug.svg">
      <p>We looked behind the sofa too. These shelves are never empty.</p>
      <p className={styles.shelves}>
        {filters.slice(1, 4).map(({ slug, label }) => (
          <ButtonLink
            key={slug}
            to={paths.shopFiltered(slug)}
            variant="secondary"
            size="sm"
            onClick={onPick}
          >
            {label}
          </ButtonLink>
        ))}
      </p>
    </EmptyState>
  )
}
