import { useEffect, useState } from 'react'
import type { DeskToast, ToastList, ToastManager } from './toast-list.tsx'
import { createDeferred } from '../lib/deferred.ts'

export type { DeskToast }

const { promise: isWanted, resolve: want } = createDeferred<void>()
const { promise: ready, resolve: onReady } = createDeferred<ToastManager>()

/** Shows a toast, which closes after its time unless it is hovered or focused. Returns a function that closes it. */
export function showToast(toast: DeskToast): () => void {
  want()
  const shown = ready.then(({ add }) => add(toast))
  return () => void shown.then((close) => close())
}

/** Closes all toasts when the desk is locked, because they are meant for the person who was signed in. */
export function closeToasts(): void {
  void ready.then(({ closeAll }) => closeAll())
}

/** The toast library loads with the first toast, or some time after the desk has been rendered. */
export function Toasts() {
  const [List, setList] = useState<typeof ToastList | null>(null)
  useEffect(() => {
    const load = async () => {
      await isWanted
      const loaded = await import('./toast-list.tsx')
      setList(() => loaded.ToastList)
    }
    // While offline the import fails; it is retried once there is a connection.
    const tryToLoad = () =>
      void load().catch(() => addEventListener('online', tryToLoad, { once: true }))
    tryToLoad()
    setTimeout(want, 2000)
  }, [])
  return List && <List onReady={onReady} />
}
