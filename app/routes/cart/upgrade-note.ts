import { xlAbove } from '../../../domain/delivery.ts'
import { leadingNumber, formatNumberWord } from '../../../domain/number-words.ts'

export function upgradeNote(count: number, chosen: string | null): string {
  const needed = `${leadingNumber(count)} items need the big box`
  const way = `Drop to ${formatNumberWord(xlAbove)} and`
  if (chosen === null) return `${needed}. ${way} the choice is yours again.`
  return `${needed}, so your ${chosen} delivery was changed. ${way} it changes back.`
}
