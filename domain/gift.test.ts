import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { giftSchema } from './gift.ts'
import { giftMaxLengths } from './gift-limits.ts'

test('a gift note trims its words, and empty fields become null', () => {
  expect(v.parse(giftSchema, { to: ' Mum ', from: '', note: 'Happy birthday!' })).toEqual({
    to: 'Mum',
    from: null,
    note: 'Happy birthday!',
  })
  expect(v.parse(giftSchema, {})).toEqual({ to: null, from: null, note: null })
})

test('any typed gift note fits on the badge, on one line and without markup', () => {
  const words = fc.string({ unit: 'binary', maxLength: 1000 })
  fc.assert(
    fc.property(fc.record({ to: words, from: words, note: words }), (typed) => {
      const gift = v.parse(giftSchema, typed)
      for (const key of ['to', 'from', 'note'] as const) {
        const line = gift[key] ?? 'left out'
        expect(line.length).toBeLessThanOrEqual(giftMaxLengths[key])
        expect(line).not.toMatch(/[\p{Cc}<>]|^\s*$/u)
      }
    }),
  )
})
