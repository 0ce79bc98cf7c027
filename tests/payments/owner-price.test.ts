import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { priceCommand } from '../../commands/owner/price-command.ts'
import { createTestShop, type TestShop } from '../support/shop.ts'

const slug = 'nashville-chilli-crisp'
let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.database.sql`
    update public.prices set unit_amount = 850 where product_id = (select id from public.products where slug = ${slug})`
})

/** Runs the command. `answers` are typed one after the other at its questions. */
async function run(args: string[], answers: string[] = []) {
  const [output, questions]: [string[], string[]] = [[], []]
  const ask = async (question: string): Promise<string> => {
    questions.push(question)
    return answers.shift() ?? ''
  }
  const print = (line: string) => void output.push(line)
  await priceCommand(args)({ client: shop.secret, print, ask })
  return { output: output.join('\n'), questions }
}

/** Returns the product's price in pence, or its next price when one is scheduled (`next_amount`). */
async function price(): Promise<number | null> {
  const [row] = await shop.database.sql<{ price: number | null }[]>`
    select coalesce(r.next_amount, r.unit_amount) as price
    from public.prices r join public.products p on p.id = r.product_id where p.slug = ${slug}`
  return row?.price ?? null
}

test.each([
  ['9.50', 950],
  ['£9', 900],
  ['86', 86],
  ['84.99', 8499],
])('a price of %s is stored without a confirmation', async (typed, pence) => {
  const { output, questions } = await run([slug, typed])
  expect(questions).toEqual([])
  expect(output).toMatch(/^Nashville Chilli Crisp costs £\d+\.\d\d as soon as .+ Before: £8\.50$/)
  expect(await price()).toBe(pence)
})

test.each([
  ['85.00', 'ten times as much, or more'],
  ['850.00', 'ten times as much, or more'],
  ['85', 'a tenth of that, or less'],
  ['9', 'a tenth of that, or less'],
])('a price of %s needs a confirmation because it is %s', async (typed, words) => {
  for (const answer of ['', 'y', '8.50'])
    await expect(run([slug, typed], [answer])).rejects.toThrow('nothing was changed')
  expect(await price()).toBe(850)
  const { questions } = await run([slug, typed], [typed])
  expect(questions).toEqual([expect.stringContaining(words)])
  expect(await price()).not.toBe(850)
})

test('a price that is not confirmed is unchanged', async () => {
  await expect(run([slug, '85.00'], ['8.50'])).rejects.toThrow(
    'Nashville Chilli Crisp still costs £8.50: nothing was changed',
  )
})

test('a first price needs no confirmation', async () => {
  const { output } = await run(['black-garlic-ranch-dust', '4.50'])
  expect(output).toMatch(/^Black Garlic Ranch Dust costs £4\.50 as soon as .+ Before: Price TBA$/)
})

test('the price command lists all products or those with a word in their name', async () => {
  const { output: all } = await run([])
  expect(all.split('\n')).toHaveLength(24)
  const { output: some } = await run(['chilli'])
  expect(some).toMatch(/^nashville-chilli-crisp +£8\.50 +Nashville Chilli Crisp$/m)
  expect(some.split('\n').length).toBeLessThan(10)
  await expect(run(['100%'])).rejects.toThrow('no product with "100%" in its name')
})

test('a pending price counts as the present one and can be changed back', async () => {
  await run([slug, '9.50'])
  await expect(run([slug, '9.50'])).rejects.toThrow('costs £9.50 already')
  expect((await run([slug, '8.50'])).output).toContain('Before: £9.50')
  expect(await price()).toBe(850)
})

test('an invalid price change is refused with its reason', async () => {
  await expect(run(['no-such-sauce', '4.50'])).rejects.toThrow('There is no product no-such-sauce')
  await expect(run([slug, '8.50'])).rejects.toThrow('costs £8.50 already')
  await expect(run([slug, '0'])).rejects.toThrow('a penny at least')
  await expect(run([slug, '8,50'])).rejects.toThrow('write 850 (pence) or 8.50 (pounds)')
  expect(() => priceCommand([slug, '1', '2'])).toThrow('npm run price')
  expect(() => priceCommand(['--help'])).toThrow('npm run price')
})
