import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { joinClasses } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { CloseButton, Modal } from '../../ui/dialog.tsx'
import type { PanelProps } from '../../ui/panel-opener.tsx'
import { NothingFound } from './nothing-found.tsx'
import { optionId, ResultOptions } from './result-options.tsx'
import styles from './search-overlay.module.css'
import { type SearchState, useSearch } from './use-search.ts'

export function SearchOverlay({ open, onClose }: PanelProps) {
  return (
    <Modal open={open} onClose={onClose} className={styles.overlay} aria-label="Search the shop">
      {open && <SearchBox onClose={onClose} />}
    </Modal>
  )
}

/**
 * A combobox as in the ARIA Authoring Practices Guide: the focus stays in the input. Enter opens the active option, or
 * the search page when there are no results.
 */
function SearchBox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const state = useSearch(typed)
  const results = state.step === 'found' ? state.results : noResults
  const count = results.products.length + results.pages.length
  const { activeIndex, onKeyDown } = useActiveOption(results, count)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (count > 0) return document.getElementById(optionId(listId, activeIndex))?.click()
    onClose()
    void navigate(paths.search(typed))
  }
  return (
    <search className={styles.box}>
      <form action={paths.search()} onSubmit={submit}>
        <Icon name="search" />
        <input
          role="combobox"
          name="q"
          aria-label="Search the shop"
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={count > 0 ? optionId(listId, activeIndex) : undefined}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <CloseButton aria-label="Close search" />
      </form>
      <output className={joinClasses(styles.words, count > 0 && 'visually-hidden')}>
        {getStatusText(state, count)}
      </output>
      {state.step === 'found' && count === 0 && !state.failed && <NothingFound onPick={onClose} />}
      {count > 0 && (
        <ResultOptions id={listId} results={results} activeIndex={activeIndex} onPick={onClose} />
      )}
    </search>
  )
}

const noResults = { products: [], pages: [] }

function getStatusText(state: SearchState, count: number): string {
  if (state.step === 'empty') return 'Start typing to search products and pages...'
  if (state.step === 'searching') return 'Searching...'
  if (state.failed) return 'The products could not be searched just now. Please try again.'
  if (count === 0) return 'No results. Try a different search term.'
  return count === 1 ? '1 result' : `${count} results`
}

/**
 * Manages the active option, which Enter opens: the first one until the arrow keys move it, wrapping around at the ends.
 * A new `list` makes the first option active again. Home and End move the text cursor and also make the first option
 * active, as in the ARIA Authoring Practices Guide for editable comboboxes.
 */
function useActiveOption(list: unknown, count: number) {
  const [choice, setChoice] = useState({ list, index: 0 })
  const activeIndex = choice.list === list ? choice.index : 0
  const choose = (index: number) => setChoice({ list, index })
  const onKeyDown = (event: KeyboardEvent) => {
    if (count === 0 || event.nativeEvent.isComposing) return
    if (event.key === 'Home' || event.key === 'End') choose(0)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    choose((activeIndex + step + count) % count)
  }
  return { activeIndex, onKeyDown }
}
