import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { business } from '../../domain/business.ts'
import { paths } from '../paths.ts'
import { classes } from './classes.ts'
import { useBackdropPress } from './dialog.tsx'
import { Icon } from './icon.tsx'
import iconButton from './icon-button.module.css'
import type { PanelProps } from './opener.tsx'
import { ScrollFirstLink } from './scroll-first-link.tsx'
import styles from './side-menu.module.css'
import { SiteLink } from './site-link.tsx'

const places = [
  { label: 'Taco Tuesdays', to: paths.tacoTuesdays },
  { label: 'Pop Ups', to: paths.popUps },
  { label: 'Markets', to: paths.markets },
  { label: 'Battersea Brewery', to: paths.brewery },
]

/** Slides in from the right over the dimmed page; Esc, the backdrop and any choice close it. */
export function SideMenu({ open, onClose }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const backdrop = useBackdropPress(onClose)
  useEffect(() => {
    const element = dialog.current
    if (!open || element === null) return
    element.showModal()
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={classes(styles.menu, 'on-dark')}
      aria-label="Menu"
      onClose={() => {
        if (open) onClose()
      }}
      {...backdrop}
    >
      <div className={styles.panel}>
        <div className={styles.top}>
          <b>{business.strapline}</b>
          <button
            className={iconButton.iconButton}
            type="button"
            aria-label="Close menu"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
        <nav aria-label="Side menu">
          <Entries onChoose={onClose} />
        </nav>
      </div>
    </dialog>
  )
}

function Entries({ onChoose }: { onChoose: () => void }) {
  return (
    <ul className={styles.entries}>
      <Entry label="Home" to={paths.home} onChoose={onChoose} />
      <Entry label="Shop" to={paths.shop} onChoose={onChoose} />
      <Entry label="About" to={paths.about} onChoose={onChoose} />
      <Places onChoose={onChoose} />
      <Entry label={`Ask ${business.chef.name}`} to={paths.consultancy} onChoose={onChoose} />
      <Entry label="Proud Catering" to={paths.catering} onChoose={onChoose} />
      <Entry label="Testimonials" to={paths.testimonials} onChoose={onChoose} />
      <Entry label="FAQs" to={paths.faqs} onChoose={onChoose} />
    </ul>
  )
}

interface EntryProps {
  label: string
  to: string
  onChoose: () => void
}

function Entry({ label, to, onChoose }: EntryProps) {
  return (
    <li>
      <MenuLink label={label} to={to} onChoose={onChoose} />
    </li>
  )
}

function MenuLink({ label, to, onChoose }: EntryProps) {
  const { pathname } = useLocation()
  return (
    <SiteLink to={to} aria-current={pathname === to ? 'page' : undefined} onClick={onChoose}>
      {label}
    </SiteLink>
  )
}

function Places({ onChoose }: { onChoose: () => void }) {
  const { pathname } = useLocation()
  const [unfolded, setUnfolded] = useState(() => places.some(({ to }) => to === pathname))
  return (
    <li>
      <div className={styles.fold}>
        <MenuLink label="Where to Find Us" to={paths.whereToFindUs} onChoose={onChoose} />
        <button
          className={iconButton.iconButton}
          type="button"
          aria-label="Where to Find Us, all places"
          aria-expanded={unfolded}
          aria-controls="menu-places"
          onClick={() => setUnfolded(!unfolded)}
        >
          <svg viewBox="0 0 20 12" aria-hidden="true" focusable="false">
            <path d="M2 2l8 8 8-8" fill="none" stroke="currentColor" strokeWidth="3.5" />
          </svg>
        </button>
      </div>
      <ul id="menu-places" hidden={!unfolded}>
        {places.map((place) => (
          <li key={place.to}>
            <ScrollFirstLink
              to={place.to}
              aria-current={pathname === place.to ? 'page' : undefined}
              onClick={onChoose}
            >
              {place.label}
            </ScrollFirstLink>
          </li>
        ))}
      </ul>
    </li>
  )
}
