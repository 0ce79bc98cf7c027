import { shortTime } from '../../lib/times.ts'

/** Formats a time as `shortTime` does, but for the middle of a sentence: 'today 09:20'. */
export const timeInText = (iso: string): string => shortTime(iso).replace('Today', 'today')
