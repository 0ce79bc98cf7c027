import { useState } from 'react'
import { getRecipeChoices, type Slip } from '../../features/packing/parcels.ts'
import {
  getJarAnswerValue,
  type ChangedRecipeLine,
  type RecipeChoice,
  toRecipeChoiceInput,
} from '../../features/packing/recipe-choices.ts'
import { getPrintedRecipes } from './printed-choices.ts'

/** The recipes that the packer of this screen has chosen for a line, or has seen as chosen. */
interface RecipeAnswer {
  versions: readonly number[]
  /** The stored choice, and the newest recipe, at that time. */
  was: readonly number[]
  latest: number
}

/**
 * State of the recipes that go into the parcels. A choice that somebody else has made since the slip was printed here, or since this
 * screen was opened, is asked again, because the parcel may be packed by the former one. The answers are sent together with the
 * parcels, also when that request waits for a connection.
 */
export function useRecipeAnswers(slips: readonly Slip[]) {
  const known = getRecipeChoices(slips)
  const [seen] = useState(
    () => new Map(known.map((choice) => [choice.item, getPrintedRecipes(choice) ?? choice.chosen])),
  )
  const getSeen = (item: string) => seen.get(item) ?? []
  const [answers, setAnswers] = useState<ReadonlyMap<string, RecipeAnswer>>(new Map())
  const findAnswer = (choice: ChangedRecipeLine): readonly number[] | null => {
    const { item, chosen, latest } = choice
    const answer = answers.get(item) ?? { versions: getSeen(item), was: [], latest: null }
    const isPresent =
      isSame(chosen, answer.versions) || (isSame(chosen, answer.was) && latest === answer.latest)
    return isPresent && answer.versions.length > 0 ? answer.versions : null
  }
  const isAsked = (choice: RecipeChoice) => answers.has(choice.item) || findAnswer(choice) === null
  return {
    questions: known.filter(isAsked).map((choice) => ({
      ...choice,
      chosen: [...(findAnswer(choice) ?? [])],
      chosenSince: choice.chosen,
    })),
    /** The slips, including the recipes that are chosen on this screen. */
    answered: slips.map((slip) => ({
      ...slip,
      lines: slip.lines.map((line) => ({
        ...line,
        recipe: line.recipe && {
          ...line.recipe,
          chosen: [...(findAnswer(line.recipe) ?? line.recipe.chosen)],
        },
      })),
    })),
    answersOf: (number: number) =>
      known.flatMap((choice) => {
        const versions = findAnswer(choice)
        return choice.number === number && versions ? [toRecipeChoiceInput(choice, versions)] : []
      }),
    choose: (chosen: { choice: RecipeChoice; versions: number[] }[]) =>
      setAnswers(
        new Map([
          ...answers,
          ...chosen.map(({ choice: { item, latest }, versions }) => {
            const was = known.find((choice) => choice.item === item)?.chosen ?? []
            return [item, { versions, was, latest }] as const
          }),
        ]),
      ),
  }
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  getJarAnswerValue(one) === getJarAnswerValue(other)
