import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useRealtimeUpdates } from '../data/realtime.ts'
import { useOnline } from '../lib/connection.ts'
import { meKey } from '../data/current-staff.ts'
import { Icon } from '../ui/icon.tsx'
import stripStyles from '../ui/strip.module.css'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })

/** Banner that is shown while the device is offline or the realtime channel is down. */
export function ConnectionBanner() {
  const lostAt = useRealtimeUpdates()
  const isOnline = useOnline()
  const readAt = useReadAt()
  // The status region is rendered before its text: screen readers announce only later changes.
  return (
    <output>
      {!isOnline ? (
        <span className={stripStyles.strip}>
          <Icon name="offline" small />
          <span>
            <b>No signal.</b> {readAt !== null && `This is from ${clock.format(readAt)}. `}Ticks and
            numbers are kept and go when it is back.
          </span>
        </span>
      ) : (
        lostAt !== null && (
          <span className={stripStyles.strip}>
            <span>
              <b>Not live.</b> Last heard {clock.format(lostAt)}. Trying again.
            </span>
          </span>
        )
      )}
    </output>
  )
}

/** Returns the time in ms at which the oldest data on the screen was fetched; null while nothing has been fetched. */
function useReadAt(): number | null {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    [queries],
  )
  return useSyncExternalStore(subscribe, () => {
    const times = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .filter(({ queryKey, state }) => queryKey[0] !== meKey[0] && state.data !== undefined)
      .map(({ state }) => state.dataUpdatedAt)
    return times.length === 0 ? null : Math.min(...times)
  })
}
