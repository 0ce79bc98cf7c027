import { useEffect, useRef } from 'react'
import { joinClasses } from '../../ui/classes.ts'
import { isPlainClick, SiteLink } from '../../ui/site-link.tsx'
import { Result } from './result-list.tsx'
import styles from './result-list.module.css'
import type { SearchResult, SearchResults } from './results.ts'

interface ResultOptionsProps {
  id: string
  results: SearchResults
  activeIndex: number
  onPick: () => void
}

export function ResultOptions({
  id,
  results: { products, pages },
  activeIndex,
  onPick,
}: ResultOptionsProps) {
  const shared = { id, activeIndex, onPick }
  return (
    <div role="listbox" id={id} aria-label="Results">
      <OptionGroup {...shared} title="Products" results={products} from={0} />
      <OptionGroup {...shared} title="Pages" results={pages} from={products.length} />
    </div>
  )
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

interface OptionGroupProps extends Omit<ResultOptionsProps, 'results'> {
  title: string
  results: SearchResult[]
  from: number
}

function OptionGroup({ id, title, results, from, activeIndex, onPick }: OptionGroupProps) {
  if (results.length === 0) return null
  return (
    <div role="group" aria-label={title} className={styles.group}>
      <div className={styles.title} aria-hidden="true">
        {title}
      </div>
      {results.map((result, at) => (
        <Option
          key={result.url}
          id={optionId(id, from + at)}
          result={result}
          isActive={activeIndex === from + at}
          onPick={onPick}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  result: SearchResult
  isActive: boolean
  onPick: () => void
}

/** The focus stays in the input, so an option is not in the tab order and scrolls into view by itself. */
function Option({ id, result, isActive, onPick }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <SiteLink
      ref={link}
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      className={joinClasses(styles[result.type], styles.option)}
      to={result.url}
      onClick={(event) => {
        if (isPlainClick(event)) onPick()
      }}
    >
      <Result result={result} />
    </SiteLink>
  )
}
