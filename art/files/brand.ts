import type { Drawing } from '../../app/ui/shapes/shape-paths.ts'
import { wordmark } from '../wordmark.ts'
import type { LetteringFont } from './lettering-font.ts'

/** The shop's name and its sign. */
export interface Brand {
  name: string
  mark: Drawing
}

export function brandOf(name: string, font: LetteringFont): Brand {
  return { name, mark: wordmark(name, font) }
}
