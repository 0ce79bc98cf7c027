import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/query-state.tsx'

export function Screen() {
  return (
    <EmptyState mascot="garlic-shrug" title="Nothing here" text="The desk has no such place.">
      <ButtonLink look="quiet" to="/">
        Back to Today
      </ButtonLink>
    </EmptyState>
  )
}
