import { useEffect, useState } from 'react'
import { type Day, londonDay } from '../../domain/dates.ts'

/** The difference in ms by which the shop's clock is ahead of this device's. */
let ahead = 0
const corrected = new EventTarget()

/**
 * Synchronizes the desk's clock with the server's, because undo windows are measured by it and the clock of a device may be wrong.
 */
export function setClock(shopsTime: string): void {
  ahead = Date.parse(shopsTime) - Date.now()
  corrected.dispatchEvent(new Event('corrected'))
}

/** Returns the time at the shop in ms since 1970. */
export const shopNow = (): number => Date.now() + ahead

/** Returns `shopNow()` and renders again every `every` ms; with null only when the clock is corrected. */
export function useNow(every: number | null = 60_000): number {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    const look = () => setNow(shopNow())
    const timer = every === null ? undefined : setInterval(look, every)
    corrected.addEventListener('corrected', look)
    return () => {
      clearInterval(timer)
      corrected.removeEventListener('corrected', look)
    }
  }, [every])
  return now
}

/** Returns today's date in London, kept up to date on a desk that stays open overnight. */
export const useCurrentDay = (): Day => londonDay(useNow())
