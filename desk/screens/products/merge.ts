import { allergens } from '../../../domain/allergen-words.ts'
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
export function getAnswerConflicts({ base, mine, theirs }: Versions) {
  if (mine.answers === null || theirs.answers === null) return []
  const [my, their, former] = [mine.answers, theirs.answers, base?.answers ?? {}]
  return allergens
    .map(({ id }) => id)
    .filter(
      (id) =>
        my[id] !== their[id] &&
        (base === null || (my[id] !== former[id] && their[id] !== former[id])),
    )
}

function mergeAnswers(versions: Versions, keepsMine: boolean): Content['answers'] {
  const { base, mine, theirs } = versions
  if (mine.answers === null || theirs.answers === null) return theirs.answers ?? mine.answers
  const conflicts = getAnswerConflicts(versions)
  const former = base?.answers ?? {}
  const merged: NonNullable<Content['answers']> = {}
  for (const { id } of allergens) {
    const isMine = conflicts.includes(id) ? keepsMine : mine.answers[id] !== former[id]
    const answer = (isMine ? mine : theirs).answers?.[id]
    if (answer !== undefined) merged[id] = answer
  }
  return merged
}

/**
 * Three-way merge: starts from their version, and applies my changes that do not conflict and, of the conflicting groups, those in
 * `kept`.
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
  }
}

export const getFields = (group: FieldGroup): FieldName[] =>
  fieldNames.filter((name) => productFields[name].group === group)

const differs = (group: FieldGroup, one: Content, other: Content): boolean =>
  getFields(group).some((field) => !isSame(one[field], other[field]))
