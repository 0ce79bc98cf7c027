import { useMutationState } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import * as v from 'valibot'
import { useDeskMutation } from '../../data/use-desk-mutation.ts'
import { useOnline } from '../../lib/connection.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { EmptyState, QueryBoundary } from '../../ui/query-state.tsx'
import { ActionBar, TaskHeader } from '../../features/navigation/task.tsx'
import { OutOfStockDialog } from './out-of-stock-dialog.tsx'
import {
  formatOrderCount,
  type PickListRow,
  countPieces,
  getPackingTaskPath,
  usePickList,
} from '../../features/packing/parcels.ts'
import { setItemsPicked, pickKey, pickSchema } from './pick.ts'
import {
  formatChosenJars,
  formatJarInSentence,
  needsRecipeChoice,
  type RecipeChoice,
} from '../../features/packing/recipe-choices.ts'
import { RecipeQuestions } from './recipe-questions.tsx'
import { useChooseRecipes } from './use-choose-recipes.ts'
import { useRecipeChoices } from '../../features/packing/use-recipe-choices.ts'
import recipeFlagsStyles from '../../features/packing/recipe-flags.module.css'
import buttonStyles from '../../ui/button.module.css'
import layoutStyles from '../../ui/layout.module.css'
import rowStyles from '../../ui/row.module.css'
import statusStyles from '../../ui/status.module.css'
import textStyles from '../../ui/text.module.css'
import thumbStyles from '../../ui/thumb.module.css'
import styles from './pick-list.module.css'

/** The screen of a pick list: the products to take from the shelf. All packers who have the list open see each other's ticks. */
export function Screen() {
  const { list = '' } = useParams()
  const query = usePickList(list)
  return (
    <QueryBoundary query={query} things="The pick list">
      {({ orders, rows }) =>
        orders.length === 0 ? (
          <>
            <TaskHeader title="Pick list" />
            <EmptyState
              mascot="mascot-boot"
              title="This list is done"
              text="All of its orders have left, or were put back."
            >
              <ButtonLink look="quiet" to="/pack">
                Back to Pack
              </ButtonLink>
            </EmptyState>
          </>
        ) : (
          <List list={list} orders={orders} rows={rows} />
        )
      }
    </QueryBoundary>
  )
}

const keyOf = ({ slug, size }: PickListRow): string => `${slug}:${size ?? ''}`

interface ListProps {
  list: string
  orders: number[]
  rows: readonly PickListRow[]
}

function List({ list, orders, rows: known }: ListProps) {
  const [isMissing, setMissing] = useState(false)
  const change = useDeskMutation({
    send: setItemsPicked,
    offlineKey: [...pickKey, list],
    invalidates: [['picks', list]],
  })
  // Ticks are shown at once, from their pending mutations, until the list has been refetched.
  const pressed = useMutationState({
    filters: { mutationKey: [...pickKey, list], status: 'pending' },
    select: ({ state }) => v.parse(pickSchema, state.variables),
  })
  const isOnline = useOnline()
  const isAwake = useAwake()
  const rows = known.map((row) => {
    const last = pressed.filter(({ items }) => items.join() === row.items.join()).at(-1)
    const isKept = last !== undefined && !isOnline
    return { ...row, isPicked: last?.isPicked ?? row.isPicked, isKept }
  })
  const recipes = useRecipeChoices()
  const { choose, show } = useChooseRecipes()
  const choices = show(recipes.data?.choices.filter(({ number }) => orders.includes(number)) ?? [])
  const picked = countPieces(rows.filter(({ isPicked }) => isPicked))
  const all = countPieces(rows)
  const press = ({ items, isPicked }: PickListRow) => change.mutate({ items, isPicked: !isPicked })
  return (
    <>
      <TaskHeader title="Pick list">
        <span className={`${textStyles.detail} ${textStyles.noWrap}`}>
          {picked} of {all}
        </span>
        <button
          type="button"
          className={buttonStyles.iconButton}
          aria-label="Print the list"
          onClick={() => print()}
        >
          <Icon name="print" />
        </button>
      </TaskHeader>
      <div className={styles.meter} aria-hidden="true">
        <div style={{ width: `${all === 0 ? 0 : (picked / all) * 100}%` }} />
      </div>
      <p className={`${textStyles.detail} ${styles.meterText}`}>
        {formatOrderCount(orders.length)}.{isAwake && ' The screen stays awake while this is open.'}
      </p>
      <RecipeQuestions choices={choices} choose={choose} />
      <ul className={`${rowStyles.rows} ${styles.list}`}>
        {rows.map((row) => (
          <PickLine
            key={keyOf(row)}
            row={row}
            choices={choices.filter(({ item }) => row.items.includes(item))}
            press={() => press(row)}
          />
        ))}
      </ul>
      <p className={layoutStyles.spaceAboveSmall}>
        <button type="button" className={buttonStyles.textButton} onClick={() => setMissing(true)}>
          Something is missing
        </button>
      </p>
      <OutOfStockDialog rows={rows} isOpen={isMissing} close={() => setMissing(false)} />
      <ActionBar>
        <ButtonLink to={getPackingTaskPath('slips', orders)}>
          Slips for {formatOrderCount(orders.length)}
        </ButtonLink>
      </ActionBar>
    </>
  )
}

interface PickLineProps {
  row: PickListRow & { isKept: boolean }
  /** The choices of this product for the orders since which its label has changed. */
  choices: RecipeChoice[]
  press: () => void
}

/** Returns the jar to take for an order, ' (old jar)'; '' if it is not chosen yet, or if there is only one. */
function jarText(choices: readonly RecipeChoice[], order: number): string {
  const own = choices.find(({ number }) => number === order)
  if (own) return needsRecipeChoice(own) ? '' : ` (${formatChosenJars(own)})`
  // An order that needs no choice has today's label.
  const options = choices[0]?.options ?? []
  const latest = options.find(({ isLatest }) => isLatest)
  return latest ? ` (${formatJarInSentence(latest, options)})` : ''
}

function PickLine({ row, choices, press }: PickLineProps) {
  const { name, size, image, tint, place, pieces, isPicked, isKept, wantedBy } = row
  const changedSince = choices.filter(needsRecipeChoice).map(({ number }) => number)
  const wanted = wantedBy
    .map(
      ({ number, pieces: some }) =>
        `${number}${some > 1 ? ` ×${some}` : ''}${jarText(choices, number)}`,
    )
    .join(', ')
  return (
    <li className={isPicked ? styles.picked : undefined}>
      <label className={`${rowStyles.row} ${styles.row}`}>
        <span className={`${rowStyles.count} ${styles.count}`}>
          {pieces}
          <span> ×</span>
        </span>
        <span
          className={`${thumbStyles.thumb} ${thumbStyles.small}`}
          style={{ '--k': tint === null ? 'var(--skim)' : `var(--${tint})` }}
        >
          {image !== null && <img src={image} alt="" width={42} height={50} />}
        </span>
        <span className={rowStyles.main}>
          <span className={`${rowStyles.title} ${styles.title}`}>
            {name}{' '}
            {size !== null && (
              <span className={`${statusStyles.status} ${statusStyles.butter}`}>Size {size}</span>
            )}
          </span>
          <span className={rowStyles.detail}>
            {isKept ? (
              'Kept on this phone'
            ) : (
              <>
                {place !== null && `No. ${String(place).padStart(2, '0')} · `}for {wanted}
              </>
            )}
          </span>
          {changedSince.length > 0 && (
            <span className={`${rowStyles.detail} ${recipeFlagsStyles.flag}`}>
              <Icon name="warning" small />
              <span>Recipe changed since {changedSince.join(', ')}: old jar or new?</span>
            </span>
          )}
        </span>
        <input type="checkbox" checked={isPicked} onChange={press} />
      </label>
    </li>
  )
}

/** Holds a screen wake lock while the page is visible. Returns true while the lock is held. */
function useAwake(): boolean {
  const [isAwake, setAwake] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let held: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      const given = await navigator.wakeLock.request('screen')
      if (isOver) await given.release()
      else held = given
      setAwake(!isOver)
    }
    // The browser may refuse the wake lock, as on a phone with a low battery.
    const tryToHold = () => void hold().catch(() => setAwake(false))
    tryToHold()
    document.addEventListener('visibilitychange', tryToHold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', tryToHold)
      void held?.release()
    }
  }, [])
  return isAwake
}
