import { useSearchParams } from 'react-router'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'
import layoutStyles from './layout.module.css'
import textStyles from './text.module.css'

const atOnce = 50

/**
 * Returns the number of rows of a list to show. It is in the URL, so that going back shows as many, and another search or
 * tab starts with the default.
 */
export function useRowLimit(): number {
  const [query] = useSearchParams()
  const asked = Number(query.get('show'))
  return Number.isSafeInteger(asked) ? Math.max(atOnce, asked) : atOnce
}

interface ShowMoreProps {
  /** True when more rows exist than are shown. */
  isMore: boolean
  /** The maximum that the server returns. */
  most: number
  /** A hint how to find the remaining rows. */
  others: string
}

/** End of a list that has more rows: a button that shows more, or the hint `others` once the maximum is shown. */
export function ShowMore({ isMore, most, others }: ShowMoreProps) {
  const [query, setQuery] = useSearchParams()
  const limit = useRowLimit()
  if (!isMore) return null
  if (limit >= most)
    return <p className={`${textStyles.detail} ${layoutStyles.spaceAboveLarge}`}>{others}</p>
  const showMore = () => {
    const next = new URLSearchParams(query)
    next.set('show', String(limit + atOnce))
    setQuery(next, { replace: true })
    announce(`Showing up to ${limit + atOnce}.`)
  }
  return (
    <p className={layoutStyles.spaceAboveLarge}>
      <Button look="quiet" isWide onClick={showMore}>
        Show {atOnce} more
      </Button>
    </p>
  )
}
