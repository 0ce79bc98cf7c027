import { useEffect, useState } from 'react'

/** ms that the shop's clock is ahead of this device's. */
let ahead = 0

/** The shop has told its time. What can be undone can be by its clock, and a phone's may be wrong. */
export function setClock(shopsTime: string): void {
  ahead = Date.parse(shopsTime) - Date.now()
}

const shopNow = (): number => Date.now() + ahead

/** What time it is at the shop, ms since 1970, shown anew every so many ms; null is once. */
export function useNow(every: number | null = 60_000): number {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => setNow(shopNow()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
