import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { inShort, productHead } from './product.server.ts'

test('a description is cut after a sentence, or after a word', () => {
  expect(inShort('Short and sweet.', 40)).toBe('Short and sweet.')
  expect(inShort('One sentence of twenty. And then a very long one.', 40)).toBe(
    'One sentence of twenty.',
  )
  expect(inShort('Oh. A sentence that goes on and on, and on and on.', 36)).toBe(
    'Oh. A sentence that goes on and on…',
  )
  expect(inShort('x'.repeat(300)).length).toBeLessThanOrEqual(161)
})

test('a product without words is described by its name', () => {
  const head = productHead(aProduct({ tagline: '', description: '' }), 'https://shop.example')
  expect(head).toContainEqual({ name: 'description', content: 'Nashville Chilli Crisp' })
})
