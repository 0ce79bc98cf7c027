import { Opener } from './opener.tsx'

/** The footer's list of links, which serves as the menu without JavaScript. */
export const siteLinksId = 'site-links'

const load = () => import('./side-menu.tsx').then((module) => module.SideMenu)

/** Opens the side menu. */
export function MenuButton({ className }: { className: string | undefined }) {
  return (
    <Opener
      label="Menu"
      icon="menu"
      className={className}
      load={load}
      fallback={`#${siteLinksId}`}
    />
  )
}
