import { useEffect, useRef, useState } from 'react'

interface Announcement {
  id: number
  text: string
}

const listeners = new Set<(next: Announcement) => void>()
let lastId = 0
const mostAtOnce = 3

/** Has a screen reader say a change that others see. What a notice or a status says already needs no other word. */
export function announce(text: string): void {
  lastId += 1
  for (const listener of listeners) listener({ id: lastId, text })
}

/** The latest announcements while this region was the top one; the others stay silent, so that none is read out twice. */
export function useAnnouncements(isTop: boolean): readonly Announcement[] {
  const [heard, setHeard] = useState<readonly Announcement[]>([])
  useEffect(() => {
    if (!isTop) return
    const hear = (next: Announcement) => setHeard((before) => [...before, next].slice(-mostAtOnce))
    listeners.add(hear)
    return () => void listeners.delete(hear)
  }, [isTop])
  return heard
}

/** Announces a text when it comes or changes, but not the one that the page opens with. */
export function useAnnouncement(text: string | null): void {
  const before = useRef(text)
  useEffect(() => {
    if (text !== null && text !== before.current) announce(text)
    before.current = text
  }, [text])
}
