import { useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** A short notice. `done` is lime, `failed` coral and interrupts, `note` pink. */
export interface Toast {
  title: string
  text?: string | undefined
  kind?: 'done' | 'failed' | 'note'
  /** Something to do about it; it must also be reachable elsewhere. */
  action?: { label: string; onPress: () => void } | { label: string; to: string }
}

export interface ShownToast extends Toast {
  id: number
  /** Of `performance.now`, in ms. */
  shownAt: number
}

const regionCap = 3
const none: readonly ShownToast[] = []
const { tell, subscribe } = createListeners()
let shown = none
let lastId = 0
let regions: readonly symbol[] = []

/**
 * Shows a notice for 4,000 ms, a failure for 5,000 ms. A new one takes the place of the one before; with
 * `visible` above 1 (3 at most) older ones stay beside it. Returns the id for `dismissToast`.
 */
export function showToast(toast: Toast, visible = 1): number {
  lastId += 1
  const room = Math.min(regionCap, Math.max(1, visible))
  publish([...shown, { ...toast, id: lastId, shownAt: performance.now() }].slice(-room))
  return lastId
}

/** Takes a notice away; an id that is gone already is ignored. */
export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) publish(shown.filter((toast) => toast.id !== id))
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(subscribe, readToasts, () => none)
}

export function readToasts(): readonly ShownToast[] {
  return shown
}

/**
 * Whether this is the region that shows the notices. The one that came last does: the region in an open dialog, since
 * what stands behind a dialog is neither seen well nor read out.
 */
export function useIsTopRegion(): boolean {
  const [region] = useState(() => Symbol('region'))
  useEffect(() => {
    regions = [...regions, region]
    tell()
    return () => {
      regions = regions.filter((other) => other !== region)
      tell()
    }
  }, [region])
  return useSyncExternalStore(
    subscribe,
    () => regions.at(-1) === region,
    () => false,
  )
}

function publish(next: readonly ShownToast[]) {
  shown = next
  tell()
}
