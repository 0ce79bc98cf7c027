import type { Drawing } from '../../app/art/inline.ts'
import { wordmark } from '../../app/art/wordmark.ts'
import type { LetteringFont } from './lettering-font.ts'

/** The shop's name and its sign. */
export interface Brand {
  name: string
  mark: Drawing
}

export function brandOf(name: string, font: LetteringFont): Brand {
  return { name, mark: wordmark(name, font) }
}
