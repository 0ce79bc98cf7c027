import { RouterContextProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ShopContext, shopContext } from '../../app/core/context.ts'
import { listDeliveryMethods, listProducts } from '../../app/features/catalogue/queries.server.ts'
import { loader as faqLoader } from '../../app/routes/faqs/faqs.tsx'
import { readShopNotices } from '../../app/features/words/words.server.ts'
import { loader as policyLoader } from '../../app/routes/policy/policy.tsx'
import { formatPence } from '../../domain/money.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())
afterEach(
  () => shop.database.sql`update public.delivery_methods set price = 329, name = 'Standard'
  where id = 'standard'`,
)

function argsFor(pattern: 'faqs' | 'terms-of-service', changes: Partial<ShopContext> = {}) {
  const context = new RouterContextProvider()
  context.set(shopContext, {
    supabase: shop.anon,
    readRows: (_, ask) => ask(shop.anon),
    publishableKey: shop.keys.publishable,
    supabaseUrl: '',
    siteUrl: shop.siteUrl.origin,
    now: shop.clock.now,
    logFailure: () => undefined,
    ...changes,
  })
  const url = new URL(`/${pattern}`, shop.siteUrl)
  return { context, params: {}, request: new Request(url), url }
}

async function answerOf(id: string): Promise<string> {
  const { faqs } = await faqLoader({ ...argsFor('faqs'), pattern: 'faqs' })
  return faqs.find((faq) => faq.id === id)?.answer.join(' ') ?? ''
}

async function terms(): Promise<string> {
  const args = argsFor('terms-of-service')
  return JSON.stringify((await policyLoader({ ...args, pattern: 'terms-of-service' })).policy)
}

test('the terms and the answer about delivery name exactly the prices that are charged', async () => {
  const charged = (await listDeliveryMethods(shop.anon)).map(({ price }) => formatPence(price))
  expect((await terms()).match(/£\d+\.\d\d/g)).toEqual(charged)
  expect((await answerOf('delivery')).match(/£\d+\.\d\d/g)).toEqual(charged)
})

test('a changed price and name of a delivery method appear in the terms, the answer and its structured data', async () => {
  await shop.database.sql`
    update public.delivery_methods set price = 1234, stripe_id = 'shr_pigeon', name = 'Carrier pigeon' where id = 'standard'`
  const { structured } = await faqLoader({ ...argsFor('faqs'), pattern: 'faqs' })
  for (const text of [await terms(), await answerOf('delivery'), JSON.stringify(structured)]) {
    expect(text).toContain('£12.34')
    expect(text).toContain('Carrier pigeon')
    expect(text).not.toContain('£3.29')
  }
})

test('a food is called vegan, vegetarian or neither according to its tags', async () => {
  const name = 'Hot Tomato Ketchup'
  const answers: string[] = []
  for (const tags of [['#vegan'], ['#vegetarian'], ['#sauces']]) {
    await shop.database.sql`update public.products set tags = ${tags} where name = ${name}`
    answers.push(await answerOf('vegetarian-vegan'))
  }
  const bold = `\\*\\*${name}\\*\\*`
  expect(answers[0]).not.toContain(name)
  expect(answers[1]).toMatch(new RegExp(`${bold}[^.]* vegetarian but not vegan\\.`))
  expect(answers[2]).toMatch(new RegExp(`${bold}[^.]* (?:is|are) neither\\.`))
  const before = ['#sauces', '#cooking-ingredient', '#vegan', '#vegetarian']
  await shop.database.sql`update public.products set tags = ${before} where name = ${name}`
})

test('only foods without animal ingredients are called vegan', async () => {
  const foods = (await listProducts(shop.anon)).filter(({ ingredients }) => ingredients.length > 0)
  const answer = await answerOf('vegetarian-vegan')
  const named = foods.filter(({ name }) => answer.includes(`**${name}**`))
  const animal = /\*\*milk\*\*|\bhoney\b|\*\*fish\*\*|\*\*eggs?\*\*|crustacean|mollusc/i
  const notVegan = foods.filter(({ ingredients }) => animal.test(ingredients.join(', ')))
  expect(named.map(({ name }) => name)).toEqual(notVegan.map(({ name }) => name))
  expect(answer).toContain('Of the 17 foods in the shop, 13 are [vegan]')
})

test('both pages answer 503 and log the cause when the rows cannot be read', async () => {
  const logged: unknown[] = []
  const broken: Partial<ShopContext> = {
    readRows: (_, ask) => ask(shop.client({ apikey: 'wrong' })),
    logFailure: (message, cause) => logged.push(message, cause),
  }
  const unavailable = { data: 'The shop’s shelves could not be read.', init: { status: 503 } }
  await expect(faqLoader({ ...argsFor('faqs', broken), pattern: 'faqs' })).rejects.toMatchObject(
    unavailable,
  )
  const args = argsFor('terms-of-service', broken)
  await expect(policyLoader({ ...args, pattern: 'terms-of-service' })).rejects.toMatchObject(
    unavailable,
  )
  const line = ['The shop’s shelves could not be read.', expect.anything()]
  expect(logged).toEqual([...line, ...line])
})

test('a page without a database has no announcement and is still shown', async () => {
  const logged: unknown[] = []
  const { context } = argsFor('faqs', {
    readRows: (_, ask) => ask(shop.client({ apikey: 'wrong' })),
    logFailure: (message) => logged.push(message),
  })
  expect(await readShopNotices(context.get(shopContext))).toEqual({ bar: null, holiday: null })
  expect(logged).toEqual(['The shop’s shelves could not be read.'])
})
