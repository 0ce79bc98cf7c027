import { useEffect, useState } from 'react'
import { createSharedValue } from './listeners.ts'

/** A short notice. `done` is lime, `note` pink, and `failed` is coral and an alert. */
export interface Toast {
  title: string
  text?: string | undefined
  kind?: 'done' | 'failed' | 'note'
  action?: { label: string; onPress: () => void }
}

export interface ShownToast extends Toast {
  id: number
  /** A timestamp of `performance.now` (ms). */
  shownAt: number
}

const maxVisible = 3
const shown = createSharedValue<readonly ShownToast[]>([])
const regions = createSharedValue<readonly symbol[]>([])
let lastId = 0

/** Shows a toast in place of the previous one. With `visible` above 1 (at most 3), older ones stay beside it. Returns its id. */
export function showToast(toast: Toast, visible = 1): number {
  lastId += 1
  const limit = Math.min(maxVisible, Math.max(1, visible))
  shown.set([...shown.read(), { ...toast, id: lastId, shownAt: performance.now() }].slice(-limit))
  return lastId
}

export function dismissToast(id: number): void {
  const others = shown.read().filter((toast) => toast.id !== id)
  if (others.length < shown.read().length) shown.set(others)
}

export const { read: readToasts, useValue: useToasts } = shown

/**
 * Returns true for the region that was mounted last, which shows the toasts: a region behind an open dialog is neither
 * visible nor read out.
 */
export function useIsTopToastRegion(): boolean {
  const [region] = useState(() => Symbol('region'))
  useEffect(() => {
    regions.set([...regions.read(), region])
    return () => regions.set(regions.read().filter((other) => other !== region))
  }, [region])
  return regions.useValue().at(-1) === region
}
