import { allergens } from '../../../domain/allergen-words.ts'
import { type FieldName, fieldNames, type Part, productFields } from './product-fields.ts'
import type { Content } from './stored-content.ts'
import { isSame } from './same.ts'

const parts = [...new Set(fieldNames.flatMap((name) => productFields[name].part ?? []))]

export interface Versions {
  /** The version that both were based on; null when both are new products. */
  base: Content | null
  mine: Content
  theirs: Content
}

/** Returns the parts of the product that both people changed to different values. */
export function getConflictingParts(versions: Versions): Part[] {
  const { base, mine, theirs } = versions
  return parts.filter((part) => {
    if (part === 'Allergens') return getAnswerConflicts(versions).length > 0
    return (
      differs(part, mine, theirs) &&
      (base === null || (differs(part, mine, base) && differs(part, theirs, base)))
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
 * Three-way merge: starts from their version, and applies my changes that do not conflict and, of the conflicting parts, those in
 * `kept`.
 */
export function merge(versions: Versions, kept: ReadonlySet<Part>): Content {
  const { base, mine, theirs } = versions
  const conflicts = getConflictingParts(versions)
  const stays = (part: Part) =>
    conflicts.includes(part) ? kept.has(part) : base !== null && differs(part, mine, base)
  const own = parts.filter(stays).flatMap(getFields)
  return {
    ...theirs,
    ...Object.fromEntries(own.map((field) => [field, mine[field]])),
    answers: mergeAnswers(versions, kept.has('Allergens')),
  }
}

export const getFields = (part: Part): FieldName[] =>
  fieldNames.filter((name) => productFields[name].part === part)

const differs = (part: Part, one: Content, other: Content): boolean =>
  getFields(part).some((field) => !isSame(one[field], other[field]))
