import { useState, useSyncExternalStore } from 'react'
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router'
import { KeyList } from './key-list.tsx'
import { useKeys } from './keys.ts'
import { More } from './more.tsx'
import { type Place, places } from './places.ts'
import { useLive } from './live.ts'
import { lock, useStaff } from './session.tsx'
import { Icon } from './ui/icon.tsx'

/** What stands around every screen: the rail on laptops, the bar of five on phones, and what is said of the line. */
export function Frame() {
  const { role, name } = useStaff()
  const isLive = useLive()
  const isOnline = useOnline()
  const mine = places.filter(({ isForPackers }) => role === 'owner' || isForPackers)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [isMore, setMore] = useState(false)
  const [isKeyList, setKeyList] = useState(false)
  useKeys({
    ...Object.fromEntries(
      mine.map(({ key, to }) => [`g ${key.toLowerCase()}`, () => void navigate(to)]),
    ),
    '?': () => setKeyList(true),
    'Alt+l': () => void lock(),
  })
  const here =
    mine.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? mine[0]
  return (
    <div className="desk">
      <a className="skip" href="#main">
        Skip to the screen
      </a>
      <nav className="rail" aria-label="Desk">
        <span className="wm">
          <img src="/generated/art/wordmark.svg" alt="" width={287} height={84} />
        </span>
        <span className="tag">The desk</span>
        {mine.map((place) => (
          <PlaceLink key={place.to} place={place} hasKey />
        ))}
        <p className="who">
          <b>{name}</b> <span className="sub">· {role}</span>
          <button type="button" className="tlink" onClick={() => void lock()}>
            Lock
          </button>
        </p>
      </nav>
      <header className="top">
        <h1>{here?.name}</h1>
      </header>
      {!isOnline && (
        <output className="strip">
          <Icon name="offline" small /> No signal. What you see is from before. Ticks and numbers
          are kept and go when it is back.
        </output>
      )}
      {isOnline && !isLive && <output className="strip">Not live. Trying again.</output>}
      <main className="main" id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <nav className="bar" aria-label="Desk">
        {mine
          .filter(({ isInBar }) => isInBar)
          .map((place) => (
            <PlaceLink key={place.to} place={place} />
          ))}
        <button type="button" onClick={() => setMore(true)}>
          <Icon name="more" />
          More
        </button>
      </nav>
      <More
        places={mine.filter(({ isInBar }) => !isInBar)}
        isOpen={isMore}
        onClose={() => setMore(false)}
      />
      <KeyList places={mine} isOpen={isKeyList} onClose={() => setKeyList(false)} />
    </div>
  )
}

function PlaceLink({ place, hasKey = false }: { place: Place; hasKey?: boolean }) {
  return (
    <NavLink to={place.to} end={place.to === '/'}>
      <Icon name={place.icon} />
      {place.name}
      {hasKey && (
        <span className="kbd" aria-hidden="true">
          G {place.key}
        </span>
      )}
    </NavLink>
  )
}

function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
