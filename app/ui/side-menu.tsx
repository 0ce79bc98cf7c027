import { useState } from 'react'
import { useLocation } from 'react-router'
import { business } from '../../domain/business.ts'
import { editorialPaths } from '../core/editorial-paths.ts'
import { isCurrentPage, paths } from '../core/paths.ts'
import { getButtonClass } from './button.tsx'
import { joinClasses } from './classes.ts'
import { CloseButton, Modal } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Sticker } from './mascot.tsx'
import type { PanelProps } from './panel-opener.tsx'
import iconButton from './icon-button.module.css'
import styles from './side-menu.module.css'
import { ScrollToTopLink, SiteLink } from './site-link.tsx'

const findUsEntries = [
  { label: 'Taco Tuesdays', to: paths.tacoTuesdays },
  { label: 'Pop Ups', to: paths.popUps },
  { label: 'Markets', to: paths.markets },
  { label: 'Battersea Brewery', to: paths.brewery },
]

const whereToFindUs = { label: 'Where to Find Us', to: paths.whereToFindUs }

const entries = [
  { label: 'Home', to: paths.home },
  { label: 'Shop', to: paths.shop },
  { label: 'About', to: paths.about },
  whereToFindUs,
  { label: `Ask ${business.chef.name}`, to: paths.consultancy },
  { label: 'Proud Catering', to: paths.catering },
  { label: 'Testimonials', to: paths.testimonials },
  { label: 'FAQs', to: paths.faqs },
]

/** In addition to the entries of the specification. */
const moreEntries = [
  { label: 'Subscriptions', to: paths.subscriptions },
  { label: 'Recipes', to: editorialPaths.recipes },
  { label: 'Heat guide', to: editorialPaths.heat },
  { label: 'Find the flags', to: editorialPaths.flags },
  { label: 'Allergens', to: paths.allergens },
  { label: 'Wholesale', to: paths.wholesale },
  { label: 'Contact', to: paths.contact },
]

const footStickers = ['apple-terror-sauce', 'nashville-chilli-crisp']

/** `children` is the badge with the number of items in the cart. */
export function SideMenu({ open, onClose, children }: PanelProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      className={joinClasses(styles.menu, 'on-dark')}
      aria-label="Menu"
    >
      <div className={styles.panel}>
        <div className={styles.top}>
          <b>{business.strapline}</b>
          <CloseButton aria-label="Close menu" />
        </div>
        <nav aria-label="Side menu">
          <ul className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.to}>
                {entry === whereToFindUs ? (
                  <FindUsEntry onChoose={onClose} />
                ) : (
                  <MenuLink {...entry} onChoose={onClose} />
                )}
              </li>
            ))}
          </ul>
          <ul className={styles.others}>
            {moreEntries.map((entry) => (
              <li key={entry.to}>
                <MenuLink {...entry} onChoose={onClose} />
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.foot}>
          <SiteLink
            className={getButtonClass({ variant: 'dark' })}
            to={paths.cart}
            onClick={onClose}
          >
            <span className={styles.bag}>
              <Icon name="bag" />
              {children}
            </span>
            Your cart
          </SiteLink>
          {footStickers.map((slug) => (
            <Sticker key={slug} slug={slug} />
          ))}
        </div>
      </div>
    </Modal>
  )
}

interface MenuLinkProps {
  as?: typeof SiteLink
  label: string
  to: string
  onChoose: () => void
}

function MenuLink({ as: As = SiteLink, label, to, onChoose }: MenuLinkProps) {
  const { pathname } = useLocation()
  return (
    <As to={to} aria-current={isCurrentPage(to, pathname) ? 'page' : undefined} onClick={onChoose}>
      {label}
    </As>
  )
}

function FindUsEntry({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation()
  const [isExpanded, setExpanded] = useState(() => findUsEntries.some(({ to }) => to === pathname))
  return (
    <>
      <div className={styles.fold}>
        <MenuLink {...whereToFindUs} onChoose={onChoose} />
        <button
          className={iconButton.iconButton}
          type="button"
          aria-label="Where to Find Us, all places"
          aria-expanded={isExpanded}
          aria-controls="menu-places"
          onClick={() => setExpanded(!isExpanded)}
        >
          <svg viewBox="0 0 20 12" aria-hidden="true" focusable="false">
            <path d="M2 2l8 8 8-8" fill="none" stroke="currentColor" strokeWidth="3.5" />
          </svg>
        </button>
      </div>
      <ul id="menu-places" hidden={!isExpanded}>
        {findUsEntries.map((entry) => (
          <li key={entry.to}>
            <MenuLink as={ScrollToTopLink} {...entry} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}
