import { splitMarkedLabel } from '../../../domain/allergens.ts'

export function AllergenLabelText({ text }: { text: string }) {
  return splitMarkedLabel(text).map((part, index) =>
    part.strong ? <strong key={index}>{part.text}</strong> : part.text,
  )
}

/** Shown while the allergens are unknown. The text must never claim that a product is free from an allergen. */
export const allergensUnknownText =
  'We have no allergen details on file for this one yet. Please ask us before you buy.'

export function ingredientsText(ingredients: readonly string[]): string {
  return `${ingredients.join(', ')}.`
}
