import type { ComponentType } from 'react'
import { createValue } from '../../ui/listeners.ts'

export interface FitMarkProps {
  slug: string
  /** A gallery shows every conflict, the other places show the worst one. */
  at: 'card' | 'gallery' | 'line' | 'inline' | 'result'
}

export interface LeftProps {
  /** Slugs of the products on this page, out of `count` in all. */
  slugs: readonly string[]
  count: number
}

interface FitComponents {
  Mark: ComponentType<FitMarkProps>
  /** Shows how many products fit, before the total. */
  Left: ComponentType<LeftProps>
}

/** The components that say how products fit: `marks.tsx` sets them, once somebody who avoids something has loaded it. */
export const fitComponents = createValue<FitComponents | null>(null)

/** Shows how a product fits, over its picture or beside its name. Renders nothing for visitors who avoid nothing. */
export function FitMark(props: FitMarkProps) {
  const fit = fitComponents.useValue()
  return fit && <fit.Mark {...props} />
}
