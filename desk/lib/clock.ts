import { useEffect, useState } from 'react'
import { type Day, londonDay } from '../../domain/dates.ts'

/** ms that the shop's clock is ahead of this device's. */
let ahead = 0
const corrected = new EventTarget()

/** The shop has told its time. What can be undone can be by its clock, and a phone's may be wrong. */
export function setClock(shopsTime: string): void {
  ahead = Date.parse(shopsTime) - Date.now()
  corrected.dispatchEvent(new Event('corrected'))
}

/** What time it is at the shop, ms since 1970. */
export const shopNow = (): number => Date.now() + ahead

/** The same, shown anew every so many ms; null is only when the shop tells its time. */
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

/** What day it is at the shop, also on a desk that is open overnight. */
export const useDay = (): Day => londonDay(useNow())
