import { useSearchParams } from 'react-router'
import { useDraft } from '../../data/drafts.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar, TaskHeader } from '../../features/navigation/task.tsx'
import {
  getRecipeChoices,
  parseOrderNumbers,
  type Slip,
  useSlips,
} from '../../features/packing/parcels.ts'
import { formatJarsToChoose, needsRecipeChoice } from '../../features/packing/recipe-choices.ts'
import { emptyPartDraft, partDraft, getPartDraftName, toPartSlip } from './part-draft.ts'
import { PackingSlip } from './slip.tsx'
import styles from './packing-slips.module.css'

/** The screen that prints the slip of the part of an order that is sent ahead, as its dialog under Pack has it. */
export function Screen() {
  const [search] = useSearchParams()
  const [number] = parseOrderNumbers(search)
  return (
    <>
      <TaskHeader title="Slip of the part" />
      {number === undefined ? <Nothing /> : <PartSlip number={number} />}
    </>
  )
}

function PartSlip({ number }: { number: number }) {
  const [draft] = useDraft(getPartDraftName(number), partDraft)
  const slips = useSlips([number])
  return (
    <QueryBoundary query={slips} things="The slip">
      {([slip]) => {
        const part = slip && toPartSlip(slip, draft ?? emptyPartDraft)
        return part === undefined || part.lines.length === 0 ? <Nothing /> : <Sheet slip={part} />
      }}
    </QueryBoundary>
  )
}

function Nothing() {
  return (
    <EmptyState
      mascot="mascot-boot"
      title="Nothing to print"
      text="Choose under Pack which pieces go first, or this part has left."
    >
      <ButtonLink look="quiet" to="/pack">
        Back to Pack
      </ButtonLink>
    </EmptyState>
  )
}

function Sheet({ slip }: { slip: Slip }) {
  const open = getRecipeChoices([slip]).filter(needsRecipeChoice).length
  useShortcuts({ 'Mod+p': () => open === 0 && print() })
  return (
    <>
      <div className={`${styles.slips} ${styles.a6}`}>
        <PackingSlip slip={slip} isHere />
      </div>
      <ActionBar>
        {open > 0 && <small>{formatJarsToChoose(open)}</small>}
        <Button disabled={open > 0} onClick={() => print()}>
          <Icon name="print" small /> Print
        </Button>
      </ActionBar>
    </>
  )
}
