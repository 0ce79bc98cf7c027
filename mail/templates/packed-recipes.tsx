import type { ReactNode } from 'react'
import type { EmailData } from '../emails.ts'
import {
  listFormerWarnings,
  LabelText,
  formatList,
  formatRecipeName,
  listNewWarnings,
} from './label-text.tsx'
import { colours } from './styles.ts'
import { Paragraph, Panel, richText } from './parts.tsx'

type PackedRecipe = EmailData['order_sent']['recipes'][number] & { isOpen?: boolean }

/** Shows which recipes a parcel contains, in emails about an order, for products whose recipe changed since it was placed. */
export function PackedRecipes({ recipes }: { recipes: PackedRecipe[] }) {
  const isMixed = ({ name }: PackedRecipe) => recipes.filter((one) => one.name === name).length > 1
  return recipes.map((recipe, index) => (
    <Panel
      key={index}
      title={`${recipe.name}: ${titleText(recipe)}`}
      colour={hasOrderedLabel(recipe) ? colours.skim : colours.butter}
    >
      <Paragraph margin="0 0 12px">{packedWords(recipe, isMixed(recipe))}</Paragraph>
      {!hasOrderedLabel(recipe) &&
        (recipe.isLatest && !recipe.isCorrected ? listNewWarnings : listFormerWarnings)(recipe).map(
          (warning, at) => (
            <Paragraph key={at} margin="0 0 12px">
              {warning}
            </Paragraph>
          ),
        )}
      <LabelText {...recipe} />
    </Panel>
  ))
}

const hasOrderedLabel = ({ isAsOrdered, isCorrected }: PackedRecipe): boolean =>
  isAsOrdered && !isCorrected

function titleText(recipe: PackedRecipe): string {
  if (recipe.isCorrected) return 'the right label'
  if (recipe.isAsOrdered) return recipe.unconfirmed === null ? 'the old recipe' : 'the old label'
  return formatRecipeName(recipe)
}

function packedWords(recipe: PackedRecipe, isMixed: boolean): ReactNode {
  const { name, isAsOrdered, isLatest, isOpen, isCorrected, unconfirmed } = recipe
  if (isCorrected)
    return richText`**The label of ${name} was wrong when you ordered it.** This is the right one: please read it before you eat it. If it’s
      not for you, answer this email and we’ll refund you.`
  if (unconfirmed !== null && (isOpen || isAsOrdered))
    return richText`The label of ${name} has changed since, and we can’t say yet whether the new warnings are true of what was made before, too.
      **If you avoid ${unconfirmed.length > 0 ? formatList(unconfirmed) : 'any of the 14 allergens'}, please ask us before you eat it:** answer this email.`
  if (isOpen)
    return richText`The recipe of ${name} has changed since you ordered it, and **you may get this one**. The slip in your parcel says which.`
  const which = isMixed ? `Some of the ${name} in this parcel` : `The ${name} in this parcel`
  if (isAsOrdered) return richText`${which} is the recipe that you ordered. It has changed since.`
  return richText`**${which} is made to ${isLatest ? 'a new recipe' : formatRecipeName(recipe)}**, which is ${
    isLatest ? 'not the one that you ordered' : 'neither the one that you ordered nor today’s'
  }. Please read this label before you eat it. If it’s not for you, answer this email and we’ll put it right.`
}
