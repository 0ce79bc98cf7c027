import { useState } from 'react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router'
import { NewOrderSoundSwitch } from './new-order-sound-switch.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { stepThroughRows, useShortcuts } from '../lib/use-shortcuts.ts'
import { MobileMoreMenu } from './mobile-more-menu.tsx'
import {
  isNavItemActive,
  isWithin,
  type NavItem,
  getNavItems,
} from '../features/navigation/navigation.ts'
import { offlineQueue } from '../data/query-client.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { NewOrderBanner } from './new-order-banner.tsx'
import { OrderSearch } from '../features/orders/search.tsx'
import { lockDesk, type Staff, useStaff } from '../features/sign-in/session.tsx'
import { useTodaySummary } from '../features/packing/today-query.ts'
import { getListTitle, useNavigationHistory } from '../features/navigation/back-navigation.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/query-state.tsx'
import { TaskSlotsProvider, useTaskSlots } from '../features/navigation/task.tsx'
import buttonStyles from '../ui/button.module.css'
import layoutStyles from '../ui/layout.module.css'
import pageStyles from '../ui/page.module.css'
import textStyles from '../ui/text.module.css'
import styles from './frame.module.css'
import rowStyles from '../ui/row.module.css'

const rowsOfScreen = () => [
  ...document.querySelectorAll<HTMLElement>(`#main .${rowStyles.rows} > li`),
]

/** Layout around every screen: a rail on laptops, a bar of five places on phones, and the connection banner. */
export function Frame() {
  const { role, name } = useStaff()
  const { places: taskPlaces, setHead, setFoot } = useTaskSlots()
  const mine = getNavItems(role)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useNavigationHistory()
  const [isKeyList, setKeyList] = useState(false)
  const [waits, setWaits] = useState(0)
  const askToLock = async () => {
    const count = await offlineQueue.count()
    setWaits(count)
    if (count === 0) await lockDesk()
  }
  useShortcuts({
    ...Object.fromEntries(
      mine.map(({ key, to }) => [`g ${key.toLowerCase()}`, () => void navigate(to)]),
    ),
    '?': () => setKeyList(true),
    'Alt+l': () => void askToLock(),
  })
  useShortcuts(
    { j: () => stepThroughRows(rowsOfScreen(), 1), k: () => stepThroughRows(rowsOfScreen(), -1) },
    'last',
  )
  return (
    <div className={`${pageStyles.page} ${styles.frame}`}>
      <a className={styles.skipLink} href="#main">
        Skip to the screen
      </a>
      <nav className={styles.rail} aria-label="Desk">
        <span className={styles.wordmark}>
          <img src="/generated/art/wordmark.svg" alt="" width={287} height={84} />
        </span>
        <span className={`${textStyles.tag} ${styles.railTag}`}>The desk</span>
        {mine.map((place) => (
          <PlaceLink key={place.to} place={place} hasKey />
        ))}
        <NewOrderSoundSwitch />
        <p className={styles.staff}>
          <b>{name}</b> <span className={textStyles.detail}>· {role}</span>
          <button
            type="button"
            className={buttonStyles.textButton}
            onClick={() => setKeyList(true)}
          >
            Keys
          </button>
          <button
            type="button"
            className={buttonStyles.textButton}
            onClick={() => void askToLock()}
          >
            Lock
          </button>
          <span className={textStyles.key} aria-hidden="true">
            ⌥ L
          </span>
        </p>
      </nav>
      <header className={styles.header}>
        <div className={styles.slot} ref={setHead} />
        {pathname === '/' && (
          <span className={styles.brand} aria-hidden="true">
            <img src="/generated/art/wordmark.svg" alt="" width={287} height={84} />
            <span className={textStyles.tag}>The desk</span>
          </span>
        )}
        <h1 className={pathname === '/' ? styles.todayTitle : undefined}>
          {getListTitle(pathname)}
        </h1>
        {role === 'owner' && <OrderSearch />}
      </header>
      <div className={styles.notices}>
        <NewOrderBanner />
        <ConnectionBanner />
        <Announcer />
      </div>
      <main className={`${pageStyles.main} ${styles.main}`} id="main" tabIndex={-1}>
        <TaskSlotsProvider places={taskPlaces}>
          {isTheirs(role, pathname) ? <Outlet /> : <OwnersOnly />}
        </TaskSlotsProvider>
      </main>
      <div className={styles.slot} ref={setFoot} />
      <nav className={styles.bar} aria-label="Desk">
        {mine
          .filter(({ isInBar }) => isInBar)
          .map((place) => (
            <PlaceLink key={place.to} place={place} />
          ))}
        <MobileMoreMenu
          places={mine.filter(({ isInBar }) => !isInBar)}
          onKeys={() => setKeyList(true)}
          onLock={() => void askToLock()}
        />
      </nav>
      <LockQuestion waits={waits} onClose={() => setWaits(0)} />
      <ShortcutHelp places={mine} isOpen={isKeyList} onClose={() => setKeyList(false)} />
    </div>
  )
}

/** Locking discards the changes that wait for a connection. */
function LockQuestion({ waits, onClose }: { waits: number; onClose: () => void }) {
  const [count, setCount] = useState(waits)
  if (waits > 0 && waits !== count) setCount(waits)
  return (
    <Dialog title="Lock, and forget?" isOpen={waits > 0} onClose={onClose}>
      <p className={layoutStyles.spaceAbove}>
        {count === 1 ? 'One change is' : `${count} changes are`} waiting for signal. If you lock
        now, this device forgets {count === 1 ? 'it' : 'them'} for good.
      </p>
      <div className={`${buttonStyles.group} ${layoutStyles.spaceAboveLarge}`}>
        <Button onClick={onClose}>Stay until it is done</Button>
        <Button look="destroy" onClick={() => void lockDesk()}>
          Lock and forget
        </Button>
      </div>
    </Dialog>
  )
}

function isTheirs(role: Staff['role'], pathname: string): boolean {
  return role === 'owner' || getNavItems(role).some(({ to }) => isWithin(to, pathname))
}

function OwnersOnly() {
  return (
    <EmptyState mascot="garlic-shrug" title="Not on this desk" text="Only an owner sees this.">
      <ButtonLink look="quiet" to="/">
        To Today
      </ButtonLink>
    </EmptyState>
  )
}

function PlaceLink({ place, hasKey = false }: { place: NavItem; hasKey?: boolean }) {
  const count = useCount(place)
  const { pathname } = useLocation()
  return (
    <Link to={place.to} aria-current={isNavItemActive(place, pathname) ? 'page' : undefined}>
      <Icon name={place.icon} />
      {place.name}
      {count > 0 && <span className={styles.badge}>{count}</span>}
      {hasKey && count === 0 && (
        <span className={`${textStyles.key} ${styles.key}`} aria-hidden="true">
          G {place.key}
        </span>
      )}
    </Link>
  )
}

function useCount({ counts }: NavItem): number {
  const { data } = useTodaySummary()
  if (counts === 'toPack') return data?.toPack.orders ?? 0
  return counts === 'toAnswer' ? (data?.toAnswer?.count ?? 0) : 0
}
