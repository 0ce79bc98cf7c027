import { afterAll, beforeAll, expect, test } from 'vitest'
import { faqs } from '../../app/content/faqs.ts'
import { policies } from '../../app/content/policies/policies.ts'
import { listDeliveryPrices, listProducts } from '../../app/features/catalogue/queries.server.ts'
import { formatPence } from '../../domain/money.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())

const answerOf = (id: string) => faqs.find((faq) => faq.id === id)?.answer.join(' ') ?? ''

test('the terms and the answer about delivery name the prices that are charged', async () => {
  const terms = JSON.stringify(policies['/terms-of-service'])
  for (const { price } of await listDeliveryPrices(shop.anon)) {
    expect(terms).toContain(formatPence(price))
    expect(answerOf('delivery')).toContain(formatPence(price))
  }
})

test('the answer about vegans names every food with something of an animal in it, and no other', async () => {
  const foods = (await listProducts(shop.anon)).filter(({ ingredients }) => ingredients.length > 0)
  const named = foods.filter(({ name }) => answerOf('vegetarian-vegan').includes(`**${name}**`))
  const animal = /\*\*milk\*\*|\bhoney\b|\*\*fish\*\*|\*\*eggs?\*\*|crustacean|mollusc/i
  const notVegan = foods.filter(({ ingredients }) => animal.test(ingredients.join(', ')))
  expect(named.map(({ name }) => name)).toEqual(notVegan.map(({ name }) => name))
})
