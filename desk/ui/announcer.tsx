import { useEffect, useState } from 'react'
import layoutStyles from './layout.module.css'

interface Announcement {
  id: number
  text: string
}

const listeners = new Set<(next: Announcement) => void>()
let lastId = 0

/** Announces a visible change to screen readers. The text of a toast or a status needs no further announcement. */
export function announce(text: string): void {
  lastId += 1
  for (const listener of listeners) listener({ id: lastId, text })
}

/** The desk's one live region for announcements. */
export function Announcer() {
  const [heard, setHeard] = useState<readonly Announcement[]>([])
  useEffect(() => {
    const hear = (next: Announcement) => setHeard((before) => [...before, next].slice(-3))
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [])
  return (
    <output className={layoutStyles.visuallyHidden} aria-live="polite" aria-atomic="false">
      {heard.map(({ id, text }) => (
        <span key={id}>{text}</span>
      ))}
    </output>
  )
}
