import type { Drawing } from '../kit.ts'
import { wordmark } from '../wordmark.ts'

/** The shop's name and its sign. */
export interface Brand {
  name: string
  mark: Drawing
}

export function brandOf(name: string): Brand {
  return { name, mark: wordmark(name) }
}
