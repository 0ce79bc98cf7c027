import type { ComponentType } from 'react'
import { createValue } from '../../ui/listeners.ts'

export interface FitMarkProps {
  slug: string
  /** In a gallery it says all, elsewhere the worst. */
  at: 'card' | 'gallery' | 'line' | 'inline' | 'result'
}

export interface LeftProps {
  /** Of what is on the page, out of `count`. */
  slugs: readonly string[]
  count: number
}

interface FitComponents {
  Mark: ComponentType<FitMarkProps>
  /** How many fit, before how many there are. */
  Left: ComponentType<LeftProps>
}

/** The components that say how products fit: `marks.tsx` sets them, once somebody who avoids something has loaded it. */
export const fitComponents = createValue<FitComponents | null>(null)

/** How a product fits, over its picture or beside its name. Nothing for whoever avoids nothing. */
export function FitMark(props: FitMarkProps) {
  const fit = fitComponents.useValue()
  return fit && <fit.Mark {...props} />
}
