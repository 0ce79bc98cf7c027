import { useChange } from '../../changes.ts'
import { ask, client } from '../../client.ts'
import { toAnswer, type RecipeChoice } from './recipe-choices.ts'

/** Keeps which jar goes into orders, for everybody who packs. */
export function useChooseRecipes() {
  return useChange({
    send: (answers: { choice: RecipeChoice; versions: number[] }[]) =>
      ask(
        client.rpc('desk_choose_recipes', {
          p_choices: answers.map(({ choice, versions }) => toAnswer(choice, versions)),
        }),
      ),
    touches: [['orders'], ['picks']],
  })
}
