import * as v from 'valibot'
import { carriers } from '../../../domain/carriers.ts'
import type { Slip } from '../../features/packing/parcels.ts'
import type { ChangedRecipeLine } from '../../features/packing/recipe-choices.ts'

export const partDraft = v.object({
  carrier: v.string(),
  tracking: v.string(),
  /** The number of pieces to send ahead, by the position of the order line. */
  pieces: v.record(v.string(), v.number()),
  /** The recipe versions that were chosen for each line, by a key of the line's item and the newest version that was shown. */
  recipes: v.optional(v.record(v.string(), v.array(v.number())), {}),
})
type PartDraft = v.InferOutput<typeof partDraft>

export const emptyPartDraft: PartDraft = {
  carrier: carriers[0].name,
  tracking: '',
  pieces: {},
  recipes: {},
}

export const getPartDraftName = (number: number): string => `part:${number}`

/** Returns the key of a line's chosen recipes in the draft. A newer recipe makes it another key, so the choice is asked again. */
export const getRecipeKey = ({ item, latest }: Pick<ChangedRecipeLine, 'item' | 'latest'>) =>
  `${item}:${latest}`

/**
 * Returns the recipe versions that were chosen for the pieces of an order line that are sent ahead; none if there are more versions
 * than pieces, because each piece has one.
 */
export function getPartVersions(
  line: Pick<ChangedRecipeLine, 'item' | 'latest'>,
  { recipes }: PartDraft,
  quantity: number,
): number[] {
  const versions = recipes[getRecipeKey(line)] ?? []
  return versions.length <= quantity ? versions : []
}

export const getPartQuantity = (
  { position, pieces: most }: { position: number; pieces: number },
  { pieces }: PartDraft,
): number => Math.min(pieces[position] ?? 0, most)

/** Returns the slip of the part that is sent ahead, with only its pieces and their recipes. */
export function toPartSlip(slip: Slip, draft: PartDraft): Slip {
  const lines = slip.lines.flatMap((line) => {
    const pieces = getPartQuantity(line, draft)
    const recipe = line.recipe && {
      ...line.recipe,
      chosen: getPartVersions(line.recipe, draft, pieces),
    }
    return pieces > 0 ? [{ ...line, pieces, recipe }] : []
  })
  return { ...slip, lines }
}
