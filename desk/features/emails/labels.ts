import { formatShortTime } from '../../lib/times.ts'

/** Formats a time as `formatShortTime` does, but for the middle of a sentence: 'today 09:20'. */
export const formatTimeInSentence = (iso: string): string =>
  formatShortTime(iso).replace('Today', 'today')
