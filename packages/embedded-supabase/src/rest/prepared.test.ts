import { expect, test } from 'vitest'
import { createPreparationPolicy } from './prepared.ts'

/** Returns true when a statement is prepared after this number of calls. */
function times(count: number, ask: () => string | undefined): boolean {
  return Array.from({ length: count }, ask).at(-1) !== undefined
}

test('a statement is prepared from its third execution on', () => {
  const nameOf = createPreparationPolicy()
  expect(times(2, () => nameOf('select 1', false))).toBe(false)
  expect(times(1, () => nameOf('select 1', false))).toBe(true)
  expect(times(1, () => nameOf('select 1', true))).toBe(true)
})

test('visitors take at most half of the prepared statements, and the server the other half', () => {
  const nameOf = createPreparationPolicy()
  const taken = (isOwn: boolean) =>
    Array.from({ length: 300 }, (_, index) => `select ${index} as ${isOwn ? 'own' : 'theirs'}`)
      .map((text) => times(3, () => nameOf(text, isOwn)))
      .filter(Boolean).length
  expect(taken(false)).toBe(100)
  expect(taken(true)).toBe(100)
})
