import type { Slip } from '../../features/packing/parcels.ts'
import type { RecipeChoice } from '../../features/packing/recipe-choices.ts'

/** The recipes on the slips that this tab has printed, by line; empty for a line whose label had not changed. */
const printed = new Map<string, number[]>()

export function rememberPrintedRecipes(slips: readonly Slip[]): void {
  for (const { number, lines } of slips)
    for (const { position, recipe } of lines)
      printed.set(`${number}:${position}`, recipe?.chosen ?? [])
}

export const getPrintedRecipes = ({
  number,
  position,
}: Pick<RecipeChoice, 'number' | 'position'>): number[] | undefined =>
  printed.get(`${number}:${position}`)
