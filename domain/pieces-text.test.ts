import { expect, test } from 'vitest'
import { piecesText } from './pieces-text.ts'

test('counts pieces in the singular and the plural', () => {
  expect([piecesText(1), piecesText(0), piecesText(3)]).toEqual(['1 piece', '0 pieces', '3 pieces'])
})
