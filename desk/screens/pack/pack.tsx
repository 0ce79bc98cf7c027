import { useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { formatCapitalisedNumberWord } from '../../../domain/number-words.ts'
import { piecesText } from '../../../domain/pieces-text.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useOnline } from '../../lib/connection.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { IconRowContent } from '../../ui/icon-row-content.tsx'
import { QueryBoundary } from '../../ui/query-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ActionBar } from '../../features/navigation/task.tsx'
import { SelectedOrders } from './selection.tsx'
import { HeldOrders } from './held-orders.tsx'
import { useCreatePickList } from '../../features/packing/use-create-pick-list.ts'
import { EmptyTab } from './empty-tab.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { ParcelRows } from '../../features/packing/parcel-rows.tsx'
import {
  formatOrderCount,
  parcelsPerPage,
  type Parcel,
  countPieces,
  type SentBatch,
  type ParcelTab,
  parcelTabs,
  getPackingTaskPath,
  useParcels,
} from '../../features/packing/parcels.ts'
import { RecentlySent } from './sent-lately.tsx'
import { OfflineParcels } from './waiting.tsx'
import buttonStyles from '../../ui/button.module.css'
import fieldStyles from '../../ui/field.module.css'
import layoutStyles from '../../ui/layout.module.css'
import panelStyles from '../../ui/panel.module.css'
import rowStyles from '../../ui/row.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './pack.module.css'

const names: Record<ParcelTab, string> = {
  'to-pack': 'To pack',
  packed: 'Packed',
  sent: 'Sent',
  all: 'All',
}

/** The Pack screen: orders to pack, packed and sent. Selected orders go on to the next step. */
export function Screen() {
  const [search, setSearch] = useSearchParams()
  const tab = parcelTabs.find((one) => one === search.get('tab')) ?? 'to-pack'
  const page = Math.max(0, Number(search.get('page') ?? 0) || 0)
  const parcels = useParcels(tab, page)
  const counts = parcels.data?.counts
  return (
    <>
      <Tabs
        label="Orders"
        all={parcelTabs.map((name) => [name, names[name]] as const)}
        at={tab}
        to={(name) => (name === 'to-pack' ? '/pack' : `/pack?tab=${name}`)}
        count={(name) => counts?.[name]}
      />
      <OfflineParcels />
      <HeldOrders />
      <QueryBoundary query={parcels} things="Orders">
        {({ orders, lists, undoable }) => (
          <>
            <JustSent undoable={undoable} />
            {tab === 'to-pack' && <Lists lists={lists} />}
            {orders.length === 0 ? (
              <EmptyTab tab={tab} />
            ) : (
              <Choose key={tab} tab={tab} parcels={orders} />
            )}
            {counts && counts[tab] > parcelsPerPage && (
              <p className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
                {page > 0 && (
                  <Button look="quiet" onClick={() => setSearch({ tab, page: String(page - 1) })}>
                    Earlier in the list
                  </Button>
                )}
                {(page + 1) * parcelsPerPage < counts[tab] && (
                  <Button look="quiet" onClick={() => setSearch({ tab, page: String(page + 1) })}>
                    Further down
                  </Button>
                )}
              </p>
            )}
            <RecentlySent presses={undoable} />
          </>
        )}
      </QueryBoundary>
    </>
  )
}

function Choose({ tab, parcels }: { tab: ParcelTab; parcels: readonly Parcel[] }) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(-1)
  const [opened, setOpened] = useState<number | null>(null)
  const navigate = useNavigate()
  const { make, isPending } = useCreatePickList()
  const open = parcels.filter(({ isToSend }) => isToSend)
  // Removes from the selection orders that somebody else has sent meanwhile.
  const chosen = open.filter(({ number }) => marked.has(number))
  const numbers = chosen.map(({ number }) => number)
  const toggle = (number: number) => setMarked(toggled(marked, number))
  const chooseAll = () =>
    setMarked(new Set(chosen.length === open.length ? [] : open.map(({ number }) => number)))
  const isOnline = useOnline()
  const goOn = () => {
    if (numbers.length === 0) return
    if (tab === 'packed') void navigate(getPackingTaskPath('send', numbers))
    else if (isOnline && !isPending) make(numbers)
  }
  useShortcuts({
    j: () => setAt(Math.min(at + 1, parcels.length - 1)),
    k: () => setAt(Math.max(at - 1, 0)),
    x: () => {
      const parcel = parcels[at]
      if (parcel?.isToSend) toggle(parcel.number)
    },
    'Shift+A': chooseAll,
    Enter: goOn,
  })
  const isChoosing = tab === 'to-pack' || tab === 'packed'
  const rows = (
    <ParcelRows
      parcels={parcels}
      chosen={isChoosing ? marked : null}
      at={at}
      toggle={toggle}
      openNote={({ number }) => setOpened(number)}
    />
  )
  return (
    <>
      {isChoosing ? (
        <div className={layoutStyles.columns}>
          <div>
            <div className={styles.chooseAll}>
              <label className={fieldStyles.checkbox}>
                <input
                  type="checkbox"
                  checked={chosen.length === open.length && open.length > 0}
                  onChange={chooseAll}
                />{' '}
                Choose all {open.length}
              </label>
              <span className={textStyles.detail}>waiting</span>
            </div>
            {rows}
          </div>
          <SelectedOrders
            parcels={chosen}
            rest={open.filter(({ number }) => !marked.has(number))}
          />
        </div>
      ) : (
        rows
      )}
      <OrderDialog
        parcel={parcels.find(({ number }) => number === opened) ?? null}
        close={() => setOpened(null)}
      />
      {chosen.length > 0 && isChoosing && (
        <ActionBar isOver>
          <small className={textStyles.noWrap}>
            <b>{chosen.length} chosen</b>
            <br />
            {piecesText(countPieces(chosen.flatMap(({ lines }) => lines)))}
          </small>
          {tab === 'packed' && (
            <ButtonLink look="quiet" to={getPackingTaskPath('slips', numbers)}>
              Slips
            </ButtonLink>
          )}
          {tab === 'packed' ? (
            <Button onClick={goOn}>Send {formatOrderCount(numbers.length)}</Button>
          ) : (
            <OnlineButton what="Pick list" onClick={goOn} disabled={isPending}>
              Make the pick list
            </OnlineButton>
          )}
        </ActionBar>
      )}
    </>
  )
}

function toggled(set: ReadonlySet<number>, number: number): Set<number> {
  const next = new Set(set)
  if (!next.delete(number)) next.add(number)
  return next
}

interface OpenList {
  id: string
  orders: number
  pieces: number
  picked: number
}

/** Shows the pick lists that are in progress, so that a second packer can continue one. */
function Lists({ lists }: { lists: readonly OpenList[] }) {
  if (lists.length === 0) return null
  return (
    <ul className={`${rowStyles.rows} ${styles.lists}`}>
      {lists.map(({ id, orders, pieces, picked }) => (
        <li key={id}>
          <Link className={rowStyles.row} to={`/pack/list/${id}`}>
            <IconRowContent
              icon="tick"
              tint="lime"
              name="Pick list under way"
              about={`${formatOrderCount(orders)} · ${picked} of ${pieces} picked`}
            />
            <Icon name="on" small />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Shows praise after parcels were sent, as long as none of them is unmarked as sent. */
function JustSent({ undoable }: { undoable: readonly SentBatch[] }) {
  const { state }: { state: unknown } = useLocation()
  const given = v.safeParse(v.object({ sent: v.array(v.number()) }), state)
  if (!given.success) return null
  const gone = new Set(undoable.flatMap(({ numbers }) => numbers))
  if (!given.output.sent.every((number) => gone.has(number))) return null
  const sent = given.output.sent.length
  return (
    <div className={`${panelStyles.panel} ${panelStyles.mint} ${styles.justSent}`}>
      <img src="/generated/art/mascot-boot.svg" alt="" width={76} height={76} />
      <div>
        <p className={textStyles.heading}>
          {formatCapitalisedNumberWord(sent)} {sent === 1 ? 'parcel' : 'parcels'}, out the door
        </p>
        <p>Tell the post office we said hello.</p>
      </div>
    </div>
  )
}
