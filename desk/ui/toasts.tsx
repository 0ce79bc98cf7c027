import { useEffect, useState } from 'react'
import type { DeskToast, ToastList, ToastManager } from './toast-list.tsx'
import { createDeferred } from '../lib/deferred.ts'

export type { DeskToast }

const { promise: isWanted, resolve: want } = createDeferred<void>()
const { promise: ready, resolve: onReady } = createDeferred<ToastManager>()

/** Says what has happened. It waits while it is looked at, and goes by itself, or by what this gives. */
export function showToast(toast: DeskToast): () => void {
  want()
  const shown = ready.then(({ add }) => add(toast))
  return () => void shown.then((close) => close())
}

/** What they say is for whoever was at the desk. */
export function closeToasts(): void {
  void ready.then(({ closeAll }) => closeAll())
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
