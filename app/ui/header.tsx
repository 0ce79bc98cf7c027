import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { business } from '../../domain/business.ts'
import { isCurrentPage, paths } from '../core/paths.ts'
import { joinClasses } from './classes.ts'
import styles from './header.module.css'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'
import { ArtImage } from './mascot.tsx'
import { PanelOpener } from './panel-opener.tsx'
import { SiteLink } from './site-link.tsx'

/** The id of the footer's links, which replace the menu without JavaScript. */
export const siteLinksId = 'site-links'

const loadMenu = () => import('./side-menu.tsx').then((module) => module.SideMenu)

interface HeaderProps {
  signedIn: boolean
  search: ReactNode
  bagCount: ReactNode
}

const entries = [
  { label: 'Shop', to: paths.shop },
  { label: 'Subscriptions', to: paths.subscriptions },
  { label: 'Catering', to: paths.catering },
  { label: 'Find us', to: paths.whereToFindUs },
  { label: 'About', to: paths.about },
]

export function Header({ signedIn, search, bagCount }: HeaderProps) {
  return (
    <header className={styles.header}>
      <div className={joinClasses('wrap', styles.inner)}>
        <SiteLink
          className={styles.logo}
          to={paths.home}
          aria-label={`${business.tradingName}, home`}
        >
          <ArtImage className="fill" name="wordmark" eager width={279} height={76} />
        </SiteLink>
        <MainNav />
        <div className={styles.actions}>
          {search}
          <AccountLink signedIn={signedIn} />
          <SiteLink className={iconButton.iconButton} to={paths.cart}>
            <Icon name="bag" />
            <span className="visually-hidden">Shopping bag</span>
            {bagCount}
          </SiteLink>
          <PanelOpener
            label="Menu"
            icon="menu"
            className={styles.menu}
            load={loadMenu}
            fallback={`#${siteLinksId}`}
          >
            {bagCount}
          </PanelOpener>
        </div>
      </div>
    </header>
  )
}

function MainNav() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.nav} aria-label="Main">
      {entries.map(({ label, to }) => (
        <SiteLink key={to} to={to} aria-current={getAriaCurrent(pathname, to)}>
          {label}
        </SiteLink>
      ))}
    </nav>
  )
}

function AccountLink({ signedIn }: { signedIn: boolean }) {
  const { pathname } = useLocation()
  const [label, to] = signedIn
    ? ['Account Settings', paths.accountSettings]
    : ['Sign In', paths.auth]
  return (
    <SiteLink
      className={joinClasses(iconButton.iconButton, styles.account)}
      to={to}
      aria-label={label}
      aria-current={getAriaCurrent(pathname, to)}
    >
      <Icon name="user" />
      <span>{label}</span>
    </SiteLink>
  )
}

/** Returns the value of `aria-current`: 'page' on the page itself, true on a page below it. */
function getAriaCurrent(pathname: string, to: string): 'page' | true | undefined {
  if (isCurrentPage(to, pathname)) return 'page'
  return pathname.startsWith(`${to}/`) || undefined
}
