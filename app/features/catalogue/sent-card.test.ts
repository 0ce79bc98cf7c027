import { expect, test } from 'vitest'
import { aProduct } from '../../../tests/support/product.ts'
import { toCard } from './card-product.ts'
import { packCard, unpackCard } from './sent-card.ts'

test('a card arrives as it was sent', () => {
  const unusual = {
    allergens: null,
    net: null,
    pack: 'One size',
    isSoldOut: true,
    isHot: true,
    active: false,
    stock: 0,
    interval: { unit: 'month', count: 3 },
    image: '/a.svg',
    images: ['/a.svg', '/b.svg'],
  } as const
  const noPicture = { image: null, images: [] }
  for (const changes of [{}, { ...unusual, images: [...unusual.images] }, noPicture]) {
    const card = toCard(aProduct(changes))
    expect(unpackCard(packCard(card))).toEqual(card)
  }
})

test('what is usual is not sent', () => {
  const sent = packCard(toCard(aProduct()))
  for (const key of ['image', 'isSoldOut', 'stock', 'pack']) expect(sent).not.toHaveProperty(key)
})
