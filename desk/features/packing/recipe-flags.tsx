import { Icon } from '../../ui/icon.tsx'
import { isOpen, questionText, type RecipeQuestion } from './recipe-choices.ts'
import { useRecipeChoices } from './use-recipe-choices.ts'

/** Marks each line of a waiting order whose label has changed, with the jar that goes in once it is chosen. */
export function RecipeFlags({ number }: { number: number }) {
  const { data } = useRecipeChoices()
  return data?.choices
    .filter((choice) => choice.number === number)
    .map((choice) => <RecipeFlag key={choice.item} question={choice} before={`${choice.name}: `} />)
}

interface RecipeFlagProps {
  question: RecipeQuestion
  before?: string
}

export function RecipeFlag({ question, before = '' }: RecipeFlagProps) {
  const words = questionText(question)
  return (
    <span className={isOpen(question) ? 'sub recipe-flag' : 'sub'}>
      {isOpen(question) && <Icon name="warning" small />}
      <span>
        {before}
        {before === '' ? words : words.charAt(0).toLowerCase() + words.slice(1)}
      </span>
    </span>
  )
}
