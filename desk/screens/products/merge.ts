import { type AllergenId, allergens } from '../../../domain/allergen-words.ts'
import { getCompleteAnswers, type ProductFormValues } from './product-form.ts'
import { type FieldName, fieldNames, type FieldGroup, productFields } from './product-fields.ts'
import type { ProductContent } from './stored-content.ts'
import { isJsonEqual } from './json-equal.ts'

const groups = [...new Set(fieldNames.flatMap((name) => productFields[name].group ?? []))]

export interface MergeVersions {
  /** The version that both were based on; null when both are new products. */
  base: ProductContent | null
  mine: ProductContent
  theirs: ProductContent
}

/** Returns the groups of the product that both people changed to different values. */
export function getConflictingGroups(versions: MergeVersions): FieldGroup[] {
  const { base, mine, theirs } = versions
  return groups.filter((group) => {
    if (group === 'Allergens') return getAnswerConflicts(versions).length > 0
    return (
      differs(group, mine, theirs) &&
      (base === null || (differs(group, mine, base) && differs(group, theirs, base)))
    )
  })
}

/** Returns the allergens that both people answered differently since the base. Each answer is merged separately. */
export function getAnswerConflicts(versions: MergeVersions): AllergenId[] {
  const [my, their, former] = getAnswers(versions)
  return allergens
    .map(({ id }) => id)
    .filter(
      (id) =>
        my[id] !== their[id] &&
        (versions.base === null || (my[id] !== former[id] && their[id] !== former[id])),
    )
}

const getAnswers = ({ base, mine, theirs }: MergeVersions) =>
  [getCompleteAnswers(mine), getCompleteAnswers(theirs), getCompleteAnswers(base)] as const

function mergeAnswers(versions: MergeVersions, keepsMine: boolean): ProductFormValues['answers'] {
  const [my, their, former] = getAnswers(versions)
  const conflicts = getAnswerConflicts(versions)
  const merged: ProductFormValues['answers'] = {}
  for (const { id } of allergens) {
    const isMine = conflicts.includes(id) ? keepsMine : my[id] !== former[id]
    const answer = (isMine ? my : their)[id]
    if (answer !== undefined) merged[id] = answer
  }
  return merged
}

/**
 * Three-way merge: starts from their version, and applies my changes that do not conflict and, of the conflicting groups, those in
 * `kept`. The merged answers include the warnings of both labels’ texts, so the merged version has no text.
 */
export function mergeProduct(
  versions: MergeVersions,
  kept: ReadonlySet<FieldGroup>,
): ProductContent {
  const { base, mine, theirs } = versions
  const conflicts = getConflictingGroups(versions)
  const stays = (group: FieldGroup) =>
    conflicts.includes(group) ? kept.has(group) : base !== null && differs(group, mine, base)
  const own = groups.filter(stays).flatMap(getGroupFields)
  return {
    ...theirs,
    ...Object.fromEntries(own.map((field) => [field, mine[field]])),
    answers: mergeAnswers(versions, kept.has('Allergens')),
    allergens: null,
  }
}

export const getGroupFields = (group: FieldGroup): FieldName[] =>
  fieldNames.filter((name) => productFields[name].group === group)

const differs = (group: FieldGroup, one: ProductContent, other: ProductContent): boolean =>
  getGroupFields(group).some((field) => !isJsonEqual(one[field], other[field]))
