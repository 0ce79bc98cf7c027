import { useEffect, useState } from 'react'
import type { AddToast, ToastList } from './toast-list.tsx'

export interface DeskToast {
  text: string
  kind?: 'note' | 'fault'
  undo?: () => void
  /** What was changed: a newer word about the same is instead of this one, whose Undo would not fit any more. */
  about?: string
  /** ms that it stays, 0 until it is closed; 10 s unless told. */
  stays?: number
}

const { promise: isWanted, resolve: want } = Promise.withResolvers<void>()
const { promise: ready, resolve: onReady } = Promise.withResolvers<AddToast>()

/** Says what has happened. It waits while it is looked at, and goes by itself, or by what this gives. */
export function showToast(toast: DeskToast): () => void {
  want()
  const shown = ready.then((add) => add(toast))
  return () => void shown.then((close) => close())
}

/** Their library comes when there is something to say, and before that when the desk has long been drawn. */
export function Toasts() {
  const [List, setList] = useState<typeof ToastList | null>(null)
  useEffect(() => {
    const load = async () => {
      await isWanted
      const loaded = await import('./toast-list.tsx')
      setList(() => loaded.ToastList)
    }
    // Without a line it comes with the next signal.
    const tryToLoad = () =>
      void load().catch(() => addEventListener('online', tryToLoad, { once: true }))
    tryToLoad()
    setTimeout(want, 2000)
  }, [])
  return List && <List onReady={onReady} />
}
