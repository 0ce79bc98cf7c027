import { shortTime } from '../../lib/times.ts'

/** As shortTime says it, in the middle of a sentence. */
export const timeInText = (iso: string): string => shortTime(iso).replace('Today', 'today')
