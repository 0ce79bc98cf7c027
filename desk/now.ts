import { useEffect, useState } from 'react'

/** What time it is, ms since 1970, shown anew every so many ms; null is once. */
export function useNow(every: number | null = 60_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
