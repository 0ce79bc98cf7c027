import { useState } from 'react'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import { useOnDemand } from './on-demand.ts'

/** The footer's list of links, which serves as the menu without JavaScript. */
export const siteLinksId = 'site-links'

const fallback = `#${siteLinksId}`
const loadMenu = () => import('./side-menu.tsx').then((module) => module.SideMenu)

/** Toggles the side menu, which is loaded when it is first opened. */
export function MenuButton({ className }: { className: string }) {
  const alive = useHydrated()
  const [open, setOpen] = useState(false)
  const { Part: SideMenu, want, prepare } = useOnDemand(loadMenu, fallback)
  if (!alive)
    return (
      <a className={className} href={fallback} aria-label="Menu">
        <Icon name="menu" />
      </a>
    )
  const toggle = () => {
    want()
    setOpen(!open)
  }
  return (
    <>
      <button
        className={className}
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={toggle}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="menu" />
      </button>
      {SideMenu !== null && <SideMenu open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
