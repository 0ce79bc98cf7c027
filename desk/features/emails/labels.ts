import { shortTime } from '../../lib/times.ts'

/** The same as `shortTime`, for the middle of a sentence. */
export const timeInText = (iso: string): string => shortTime(iso).replace('Today', 'today')
