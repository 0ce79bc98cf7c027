import { ButtonLink } from '../ui/button.tsx'
import { Empty } from '../ui/query-state.tsx'

export function Screen() {
  return (
    <Empty mascot="garlic-shrug" title="Nothing here" text="The desk has no such place.">
      <ButtonLink look="quiet" to="/">
        Back to Today
      </ButtonLink>
    </Empty>
  )
}
