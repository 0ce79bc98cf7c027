import { getLabelParts } from '../../../domain/mark-allergens.ts'
import type { RecipeOption } from '../../features/packing/recipe-choices.ts'

/** Shows the allergens of a recipe in bold capitals. */
export function RecipeAllergens({
  option: { allergens },
}: {
  option: Pick<RecipeOption, 'allergens'>
}) {
  return <LabelText text={allergens ?? '**Allergens not known.**'} />
}

export function LabelText({ text }: { text: string }) {
  return getLabelParts(text).map((part, at) =>
    part.strong ? <b key={at}>{part.text.toUpperCase()}</b> : part.text,
  )
}
