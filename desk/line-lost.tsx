import { useQueryClient } from '@tanstack/react-query'
import { Icon } from './ui/icon.tsx'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })

interface LineLostProps {
  isOnline: boolean
  /** Since when news are not heard, ms; null while they are. */
  lostAt: number | null
}

/** The bar that says that there is no signal, or no news, and from when what is seen is. */
export function LineLost({ isOnline, lostAt }: LineLostProps) {
  const queries = useQueryClient()
  if (isOnline)
    return (
      lostAt !== null && (
        <output className="strip">
          <b>Not live.</b> Last heard {clock.format(lostAt)}. Trying again.
        </output>
      )
    )
  const shown = queries.getQueryCache().findAll({ type: 'active' })
  const readAt = Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt))
  return (
    <output className="strip">
      <Icon name="offline" small />
      <span>
        <b>No signal.</b> This is from {readAt === 0 ? 'before' : clock.format(readAt)}. Ticks and
        numbers are kept and go when it is back.
      </span>
    </output>
  )
}
