import type { ComponentType } from 'react'
import { createSharedValue } from '../../ui/listeners.ts'

export interface FitMarkProps {
  slug: string
  /** The gallery shows all conflicts, every other position only the worst one. */
  position: 'card' | 'gallery' | 'line' | 'inline' | 'result'
}

export interface FitCountProps {
  /** Slugs of the products on this page; `count` is the number on all pages. */
  slugs: readonly string[]
  count: number
}

interface FitComponents {
  Mark: ComponentType<FitMarkProps>
  /** Shows how many products have nothing that is avoided; it is rendered before the number of all products. */
  FitCount: ComponentType<FitCountProps>
}

/**
 * The components that show how products fit. `marks.tsx` sets them when it is loaded, which only visitors with an avoid list do.
 */
export const fitComponents = createSharedValue<FitComponents | null>(null)

/**
 * Shows how a product fits the avoid list, over its picture or beside its name. Renders nothing for visitors without an avoid list.
 */
export function FitMark(props: FitMarkProps) {
  const fit = fitComponents.useValue()
  return fit && <fit.Mark {...props} />
}
