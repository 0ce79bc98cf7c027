import type { ReactNode } from 'react'
import { dayText } from '../../domain/day-text.ts'
import { getLabelParts } from '../../domain/mark-allergens.ts'
import type { EmailData } from '../emails.ts'
import { Paragraph, richText } from './parts.tsx'

type News = EmailData['recipe_news']
export type RecipeLabel = Pick<News, 'newAllergens' | 'newTraces' | 'ingredients' | 'allergens'>
type Warnings = Pick<RecipeLabel, 'newAllergens' | 'newTraces'>

export const formatList = (words: string[]): string => new Intl.ListFormat('en-GB').format(words)

function labelled(text: string): ReactNode {
  return getLabelParts(text).map(({ text: words, strong }, index) =>
    strong ? <strong key={index}>{words}</strong> : words,
  )
}

export function LabelText({ ingredients, allergens }: RecipeLabel) {
  return (
    <>
      {ingredients && (
        <Paragraph margin="0 0 12px">{labelled(`Ingredients: ${ingredients}.`)}</Paragraph>
      )}
      {allergens && <Paragraph>{labelled(allergens)}</Paragraph>}
    </>
  )
}

type Jar = Pick<News['orders'][number]['jars'][number], 'isAsOrdered' | 'isLatest'>

/** Returns the name of a recipe, such as 'the recipe of 28 November 2026' or 'the new recipe'. */
export function formatRecipeName(jar: Jar & { since: string | null }): string {
  if (jar.isAsOrdered) return 'the recipe that you ordered'
  return jar.isLatest || jar.since === null
    ? 'the new recipe'
    : `the recipe of ${dayText(jar.since)}`
}

export const listNewWarnings = ({ newAllergens, newTraces }: Warnings): ReactNode[] => [
  ...(newAllergens.length > 0 ? [richText`It now contains: **${formatList(newAllergens)}**.`] : []),
  ...(newTraces.length > 0 ? [richText`It may now contain: **${formatList(newTraces)}**.`] : []),
]

/** Returns warnings about a recipe that is no longer new. Unlike `listNewWarnings`, they do not say "now". */
export const listFormerWarnings = ({ newAllergens, newTraces }: Warnings): ReactNode[] => [
  ...(newAllergens.length > 0 ? [richText`It contains: **${formatList(newAllergens)}**.`] : []),
  ...(newTraces.length > 0 ? [richText`It may contain: **${formatList(newTraces)}**.`] : []),
]

/** Returns 'contains peanuts and may contain lupin'; '' without warnings. */
export function formatWarnings({ newAllergens, newTraces }: Warnings): string {
  return [
    ...(newAllergens.length > 0 ? [`contains ${formatList(newAllergens)}`] : []),
    ...(newTraces.length > 0 ? [`may contain ${formatList(newTraces)}`] : []),
  ].join(' and ')
}
