import { paths } from '../../core/paths.ts'
import { PanelOpener } from '../../ui/panel-opener.tsx'

const load = () => import('./search-overlay.tsx').then((module) => module.SearchOverlay)

export function SearchButton() {
  return (
    <PanelOpener
      label="Search"
      title="Search (Cmd+K or /)"
      icon="search"
      load={load}
      fallback={paths.search()}
      shortcut={{ keys: 'Meta+K Control+K /', matches: isSearchShortcut }}
    />
  )
}

function isSearchShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  const typing = target instanceof Element && target.matches('input, textarea')
  return key === '/' && !typing
}
