import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatAddressLines, needsSmallType } from '../../../domain/parcel-csv.ts'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { unwrapResponse, client } from '../../data/client.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { RadioPills } from '../../ui/radio-pills.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar, TaskHeader } from '../../features/navigation/task.tsx'
import { ParcelFileDialog } from './parcel-file-dialog.tsx'
import {
  parseOrderNumbers,
  getRecipeChoices,
  type Slip,
  getPackingTaskPath,
  useSlips,
} from '../../features/packing/parcels.ts'
import {
  needsRecipeChoice,
  formatJarsToChoose,
  formatUnsavedJars,
} from '../../features/packing/recipe-choices.ts'
import { rememberPrintedRecipes } from './printed-choices.ts'
import { RecipeQuestions } from './recipe-questions.tsx'
import { PackingSlip } from './slip.tsx'
import { useChooseRecipes } from './use-choose-recipes.ts'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './packing-slips.module.css'

const papers = [
  { value: 'a6', label: 'A6 slips' },
  { value: 'a4', label: 'A4, four a sheet' },
  { value: 'labels', label: 'Address labels' },
] as const
type Paper = (typeof papers)[number]['value']

/** The screen that prints packing slips and address labels of the orders in the URL. */
export function Screen() {
  const [search] = useSearchParams()
  const numbers = parseOrderNumbers(search)
  const slips = useSlips(numbers)
  return (
    <>
      <TaskHeader title="Slips" />
      {numbers.length === 0 ? (
        <NoSlips />
      ) : (
        <QueryBoundary query={slips} things="Slips">
          {(list) => (list.length === 0 ? <NoSlips /> : <Sheets slips={list} />)}
        </QueryBoundary>
      )}
    </>
  )
}

function NoSlips() {
  return (
    <EmptyState
      mascot="mascot-boot"
      title="Nothing to print"
      text="Slips are for parcels that have not left."
    >
      <ButtonLink look="quiet" to="/pack">
        Back to Pack
      </ButtonLink>
    </EmptyState>
  )
}

function Sheets({ slips: stored }: { slips: readonly Slip[] }) {
  const [paper, setPaper] = useState<Paper>('a6')
  const [at, setAt] = useState(0)
  const [isFileOpen, setFileOpen] = useState(false)
  const navigate = useNavigate()
  const numbers = stored.map(({ number }) => number)
  const pack = useDeskMutation({
    send: () =>
      unwrapResponse(client.rpc('desk_set_packed', { p_numbers: numbers, p_is_packed: true })),
    invalidates: [['orders'], ['today']],
  })
  const toSend = () => void navigate(getPackingTaskPath('send', numbers))
  const { choose, show, withoutUnsaved } = useChooseRecipes()
  const choices = show(getRecipeChoices(stored))
  const toChoose = choices.filter(needsRecipeChoice).length
  const slips = withoutUnsaved(stored)
  const open = getRecipeChoices(slips).filter(needsRecipeChoice).length
  // Address labels do not name allergens, so they can be printed before the recipes are chosen.
  const mayPrint = open === 0 || paper === 'labels'
  const printSlips = () => {
    if (paper !== 'labels') rememberPrintedRecipes(slips)
    print()
  }
  useShortcuts({ 'Mod+p': () => mayPrint && printSlips() })
  return (
    <>
      <RecipeQuestions choices={choices} choose={choose} />
      <fieldset className={layoutStyles.screenOnly}>
        <legend className={layoutStyles.visuallyHidden}>What to print</legend>
        <div className={buttonStyles.group}>
          <RadioPills name="paper" options={papers} value={paper} onChange={setPaper} />
          <Button look="quiet" onClick={() => setFileOpen(true)}>
            <Icon name="save" small /> Addresses for Click &amp; Drop…
          </Button>
        </div>
        {paper === 'labels' && (
          <p className={textStyles.detail}>
            For sheets of 21 labels, 63.5 × 38.1 mm, such as Avery L7160.
          </p>
        )}
      </fieldset>
      <ParcelFileDialog numbers={numbers} isOpen={isFileOpen} onClose={() => setFileOpen(false)} />
      {paper === 'labels' ? (
        <Labels slips={slips} />
      ) : (
        <div className={`${styles.slips} ${styles[paper]}`}>
          {slips.map((slip, place) => (
            <PackingSlip key={slip.number} slip={slip} isHere={place === at} />
          ))}
        </div>
      )}
      {paper !== 'labels' && <Turn slips={slips} at={at} turn={setAt} />}
      <ActionBar>
        {open > 0 && (
          <small>{toChoose > 0 ? formatJarsToChoose(toChoose) : formatUnsavedJars(open)}</small>
        )}
        <Button look="quiet" disabled={!mayPrint} onClick={printSlips}>
          <Icon name="print" small /> Print
        </Button>
        <OnlineButton
          what="All packed"
          disabled={pack.isPending || open > 0}
          onClick={() => pack.mutate(undefined, { onSuccess: toSend })}
        >
          All packed
        </OnlineButton>
      </ActionBar>
    </>
  )
}

/** Buttons for the previous and the next slip on phones, which show one slip at a time. */
function Turn({
  slips,
  at,
  turn,
}: {
  slips: readonly Slip[]
  at: number
  turn: (at: number) => void
}) {
  const here = slips[at]
  return (
    <div className={`${styles.turn} ${layoutStyles.phoneOnly} ${layoutStyles.screenOnly}`}>
      <Button
        look="quiet"
        aria-label="Slip before"
        disabled={at === 0}
        onClick={() => turn(at - 1)}
      >
        <Icon name="back" small />
      </Button>
      <span className={textStyles.detail}>
        {at + 1} of {slips.length} · {here?.number} · {here?.address?.name}
      </span>
      <Button
        look="quiet"
        aria-label="Next slip"
        disabled={at >= slips.length - 1}
        onClick={() => turn(at + 1)}
      >
        <Icon name="on" small />
      </Button>
    </div>
  )
}

/** Address labels, twenty-one on an A4 sheet (63.5 × 38.1 mm, Avery L7160). */
function Labels({ slips }: { slips: readonly Slip[] }) {
  return (
    <ul className={styles.labels}>
      {slips.map(({ number, address }) => (
        <li key={number} className={address && needsSmallType(address) ? styles.long : undefined}>
          <b>{address?.name}</b>
          {address && formatAddressLines(address).map((line) => <span key={line}>{line}</span>)}
          <span className={styles.labelNumber}>{number}</span>
        </li>
      ))}
    </ul>
  )
}
