import { formatCapitalisedNumberWord, formatNumberWord } from '../../../domain/number-words.ts'

/**
 * Returns the explanation of an automatic delivery method.
 * @param most the largest number of pieces for which the customer chooses the delivery method
 */
export function formatUpgradeNote(count: number, most: number, chosen: string | null): string {
  const needed = `${formatCapitalisedNumberWord(count)} items need the big box`
  const drop = `Drop to ${formatNumberWord(most)} and`
  if (chosen === null) return `${needed}. ${drop} the choice is yours again.`
  return `${needed}, so your ${chosen} delivery was changed. ${drop} it changes back.`
}
