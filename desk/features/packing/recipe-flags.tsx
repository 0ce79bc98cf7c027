import { Icon } from '../../ui/icon.tsx'
import {
  needsRecipeChoice,
  getRecipeQuestionText,
  type ChangedRecipeLine,
} from './recipe-choices.ts'
import { useRecipeChoices } from './use-recipe-choices.ts'
import rowStyles from '../../ui/row.module.css'
import styles from './recipe-flags.module.css'
import textStyles from '../../ui/text.module.css'

/**
 * Marks each line of an unsent order whose label has changed since the order, and names the recipe to pack once it is chosen, or
 * says that its label was wrong.
 */
export function RecipeFlags({ number }: { number: number }) {
  const { data } = useRecipeChoices()
  const isOf = (one: { number: number }) => one.number === number
  return (
    <>
      {data?.choices.filter(isOf).map((choice) => (
        <RecipeFlag key={choice.item} question={choice} before={`${choice.name}: `} isInRow />
      ))}
      {data?.corrected.filter(isOf).map(({ position, name }) => (
        <span key={position} className={rowStyles.detail}>
          {name}: label corrected since this order
        </span>
      ))}
    </>
  )
}

interface RecipeFlagProps {
  question: ChangedRecipeLine
  before?: string
  isInRow?: boolean
}

export function RecipeFlag({ question, before = '', isInRow = false }: RecipeFlagProps) {
  const words = getRecipeQuestionText(question)
  const detail = isInRow ? rowStyles.detail : textStyles.detail
  return (
    <span
      data-recipe-flag={needsRecipeChoice(question) || undefined}
      className={needsRecipeChoice(question) ? `${detail} ${styles.flag}` : detail}
    >
      {needsRecipeChoice(question) && <Icon name="warning" small />}
      <span>
        {before}
        {before === '' ? words : words.charAt(0).toLowerCase() + words.slice(1)}
      </span>
    </span>
  )
}
