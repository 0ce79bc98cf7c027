import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { classes } from '../../ui/classes.ts'
import { useBackdropPress } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import iconButton from '../../ui/icon-button.module.css'
import type { PanelProps } from '../../ui/opener.tsx'
import { ResultList } from './result-list.tsx'
import styles from './search-overlay.module.css'
import { type SearchState, useSearch } from './use-search.ts'

/** Drops from the top with products and pages. Esc, the button and the backdrop close it. */
export function SearchOverlay({ open, onClose }: PanelProps) {
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
      className={styles.overlay}
      aria-label="Search the shop"
      onClose={() => {
        if (open) onClose()
      }}
      {...backdrop}
      {...arrowKeys}
    >
      {open && <SearchBox onClose={onClose} />}
    </dialog>
  )
}

/** Enter takes the first result, which is tinted; the arrow keys walk through all of them. */
function SearchBox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const state = useSearch(typed)
  const { products, pages } = state.step === 'found' ? state.results : nothing
  const leave = () => {
    setTyped('')
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    leave()
    void navigate((products[0] ?? pages[0])?.url ?? paths.search(typed))
  }
  return (
    <search className={styles.box}>
      <form action={paths.search()} onSubmit={submit}>
        <Icon name="search" />
        <input
          name="q"
          aria-label="Search the shop"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button
          className={iconButton.iconButton}
          type="button"
          aria-label="Close search"
          onClick={leave}
        >
          <Icon name="close" />
        </button>
      </form>
      <output className={classes(styles.words, products.length + pages.length > 0 && styles.count)}>
        {wordsFor(state)}
      </output>
      <div className={styles.results}>
        <ResultList title="Products" results={products} onPick={leave} />
        <ResultList title="Pages" results={pages} onPick={leave} />
      </div>
    </search>
  )
}

const nothing = { products: [], pages: [] }

function wordsFor(state: SearchState): string {
  if (state.step === 'empty') return 'Start typing to search products and pages...'
  if (state.step === 'searching') return 'Searching...'
  if (state.failed) return 'The products could not be searched just now. Please try again.'
  const count = state.results.products.length + state.results.pages.length
  if (count === 0) return 'No results. Try a different search term.'
  return count === 1 ? '1 result' : `${count} results`
}

/** From the box to the results and back, round the ends. */
const arrowKeys = {
  onKeyDown: (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
    const now = stops.findIndex((stop) => stop === document.activeElement)
    stops.at((now + by) % stops.length)?.focus()
  },
}
