import { useEffect, useRef, useState } from 'react'

interface Announcement {
  id: number
  text: string
}

const listeners = new Set<(next: Announcement) => void>()
let lastId = 0
const maxCount = 3

/**
 * Makes screen readers announce a visible change. Toasts and other live regions do not need it: they are announced by
 * themselves.
 */
export function announce(text: string): void {
  lastId += 1
  for (const listener of listeners) listener({ id: lastId, text })
}

/**
 * Returns the latest announcements that were made while this region was the top one. Other regions stay silent, so that
 * no announcement is read twice.
 */
export function useAnnouncements(isTop: boolean): readonly Announcement[] {
  const [received, setReceived] = useState<readonly Announcement[]>([])
  useEffect(() => {
    if (!isTop) return
    const onAnnouncement = (next: Announcement) =>
      setReceived((previous) => [...previous, next].slice(-maxCount))
    listeners.add(onAnnouncement)
    return () => void listeners.delete(onAnnouncement)
  }, [isTop])
  return received
}

/** Announces a text when it appears or changes, but not the text of the first render. */
export function useAnnouncement(text: string | null): void {
  const previous = useRef(text)
  useEffect(() => {
    if (text !== null && text !== previous.current) announce(text)
    previous.current = text
  }, [text])
}
