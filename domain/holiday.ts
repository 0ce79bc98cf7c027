import { type Day, longDay } from './dates.ts'

export interface Holiday {
  /** The last day on which the kitchen is closed. */
  closedUntil: Day
  /** The day on which orders are sent again. */
  leavesOn: Day
  /** An extra sentence by the owner, or ''. */
  words: string
}

/**
 * Returns 'Our kitchen is closed until Saturday 2 January. Your order leaves on Monday 4 January.', followed by the owner's
 * sentence.
 */
export function holidaySentence({ closedUntil, leavesOn, words }: Holiday): string {
  const notice = `Our kitchen is closed until ${longDay(closedUntil)}. Your order leaves on ${longDay(leavesOn)}.`
  return `${notice} ${words}`.trim()
}
