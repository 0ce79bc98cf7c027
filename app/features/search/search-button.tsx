import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import iconButton from '../../ui/icon-button.module.css'
import { useOnDemand } from '../../ui/on-demand.ts'

const loadOverlay = () => import('./search-overlay.tsx').then((module) => module.SearchOverlay)

const name = { 'aria-label': 'Search', title: 'Search (Cmd+K or /)' }

/** Opens the search, as do Ctrl/Cmd+K and "/"; without JavaScript it leads to the search page. */
export function SearchButton() {
  const alive = useHydrated()
  const [open, setOpen] = useState(false)
  const { Part: SearchOverlay, want, prepare } = useOnDemand(loadOverlay, paths.search())
  const show = () => {
    want()
    setOpen(true)
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
  if (!alive)
    return (
      <a className={iconButton.iconButton} href={paths.search()} {...name}>
        <Icon name="search" />
      </a>
    )
  return (
    <>
      <button
        {...name}
        className={iconButton.iconButton}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K /"
        onClick={show}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="search" />
      </button>
      {SearchOverlay !== null && <SearchOverlay open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function asksForSearch({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  const typing =
    target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
  return key === '/' && !typing
}
