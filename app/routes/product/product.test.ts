import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { getPictures } from './pictures.ts'
import { shortenText, productHead, getRecipeChangeNotice } from './product.server.ts'

test('a description is cut after a sentence or after a word', () => {
  expect(shortenText('Short and sweet.', 40)).toBe('Short and sweet.')
  expect(shortenText('One sentence of twenty. And then a very long one.', 40)).toBe(
    'One sentence of twenty.',
  )
  expect(shortenText('Oh. A sentence that goes on and on, and on and on.', 36)).toBe(
    'Oh. A sentence that goes on and on…',
  )
  expect(shortenText('x'.repeat(300)).length).toBeLessThanOrEqual(161)
})

test('a product without a description is described by its name', () => {
  const head = productHead(aProduct({ tagline: '', description: '' }), 'https://shop.example')
  expect(head).toContainEqual({ name: 'description', content: 'Nashville Chilli Crisp' })
})

const photo = '/storage/v1/object/public/products/a/b-1200.webp'
const drawing = '/generated/stickers/spice-bag-mix.svg'
const onItsPage = { alts: {}, recipeChangedAt: null }

test('a photo has the owner’s description and several sizes, and a drawing has a generated description', () => {
  const product = { ...aProduct({ images: [photo, drawing] }), ...onItsPage }
  const [first, second] = getPictures({
    ...product,
    alts: { [photo]: 'A red bottle', [drawing]: '' },
  })
  expect(first).toMatchObject({
    alt: 'A red bottle',
    src: photo,
    sources: expect.stringContaining('b-400.webp 400w'),
    thumb: photo.replace('1200', '400'),
  })
  expect(second).toMatchObject({ alt: 'Nashville Chilli Crisp: picture 2', thumb: drawing })
  expect(second?.sources).toBeUndefined()
})

test.each([
  [null, '2026-11-23', null],
  ['2026-11-12T12:00:00Z', '2026-11-23', 'Recipe changed on 12 November 2026.'],
  ['2026-11-12T12:00:00Z', '2027-02-12', 'Recipe changed on 12 November 2026.'],
  ['2026-11-12T12:00:00Z', '2027-02-13', null],
])('a product whose recipe changed at %s shows on %s: %s', (recipeChangedAt, day, text) => {
  const product = { ...aProduct(), ...onItsPage, recipeChangedAt }
  expect(getRecipeChangeNotice(product, Date.parse(day))).toBe(text)
})
