import { xlAbove } from '../../../domain/delivery.ts'

const words = ['six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Why the parcel goes XL and how it would not; `chosen` is the name of the method that it replaces. */
export function upgradeNote(count: number, chosen: string | null): string {
  const word = words[count - 6] ?? String(count)
  const many = word.charAt(0).toUpperCase() + word.slice(1)
  if (chosen === null)
    return `${many} items need the big box. Drop to ${xlAboveWord} and the choice is yours again.`
  return `${many} items need the big box, so your ${chosen} delivery was changed. Drop to ${xlAboveWord} and it changes back.`
}

const xlAboveWord = xlAbove === 5 ? 'five' : String(xlAbove)
