import { type AllergenId, allergens } from '../../../domain/allergen-words.ts'
import { labelAnswers, type Values } from './product-form.ts'
import { type FieldName, fieldNames, type FieldGroup, productFields } from './product-fields.ts'
import type { Content } from './stored-content.ts'
import { isSame } from './same.ts'

const groups = [...new Set(fieldNames.flatMap((name) => productFields[name].group ?? []))]

export interface Versions {
  /** The version that both were based on; null when both are new products. */
  base: Content | null
  mine: Content
  theirs: Content
}

/** Returns the groups of the product that both people changed to different values. */
export function getConflictingGroups(versions: Versions): FieldGroup[] {
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
export function getAnswerConflicts(versions: Versions): AllergenId[] {
  const [my, their, former] = getAnswers(versions)
  return allergens
    .map(({ id }) => id)
    .filter(
      (id) =>
        my[id] !== their[id] &&
        (versions.base === null || (my[id] !== former[id] && their[id] !== former[id])),
    )
}

const getAnswers = ({ base, mine, theirs }: Versions) =>
  [labelAnswers(mine), labelAnswers(theirs), labelAnswers(base)] as const

function mergeAnswers(versions: Versions, keepsMine: boolean): Values['answers'] {
  const [my, their, former] = getAnswers(versions)
  const conflicts = getAnswerConflicts(versions)
  const merged: Values['answers'] = {}
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
export function merge(versions: Versions, kept: ReadonlySet<FieldGroup>): Content {
  const { base, mine, theirs } = versions
  const conflicts = getConflictingGroups(versions)
  const stays = (group: FieldGroup) =>
    conflicts.includes(group) ? kept.has(group) : base !== null && differs(group, mine, base)
  const own = groups.filter(stays).flatMap(getFields)
  return {
    ...theirs,
    ...Object.fromEntries(own.map((field) => [field, mine[field]])),
    answers: mergeAnswers(versions, kept.has('Allergens')),
    allergens: null,
  }
}

export const getFields = (group: FieldGroup): FieldName[] =>
  fieldNames.filter((name) => productFields[name].group === group)

const differs = (group: FieldGroup, one: Content, other: Content): boolean =>
  getFields(group).some((field) => !isSame(one[field], other[field]))
