import { useTodaySummary } from '../../features/packing/today-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/query-state.tsx'
import type { ParcelTab } from '../../features/packing/parcels.ts'
import { getEmptyQueueText } from '../../features/packing/remaining-text.ts'

/** Empty state of a tab of the Pack screen. */
export function EmptyTab({ tab }: { tab: ParcelTab }) {
  if (tab === 'packed')
    return (
      <EmptyState
        mascot="mascot-boot"
        title="Nothing is packed"
        text="What is packed waits here for its label."
      />
    )
  if (tab !== 'to-pack')
    return (
      <EmptyState mascot="mascot-boot" title="Nothing yet" text="The first order is on its way." />
    )
  return <AllPacked />
}

function AllPacked() {
  const { data } = useTodaySummary()
  return (
    <EmptyState
      mascot="mascot-boot"
      title="All packed. Feet up."
      text={getEmptyQueueText(data?.toPack.lastSent ?? null)}
    >
      <ButtonLink look="quiet" to="/pack?tab=sent">
        See what was sent
      </ButtonLink>
    </EmptyState>
  )
}
