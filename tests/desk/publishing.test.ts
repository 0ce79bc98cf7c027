import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { aPublished, aSauce, answers, publish } from './products-typed.ts'
import { aStaff, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await aStaff(shop, 'owner')
})

test('a new product goes on sale with its label, under an address of its own', async () => {
  const { id, content } = await aPublished(owner.client, { name: 'Señor “Heat” & Co' })
  expect(content).toMatchObject({
    allergens: 'Contains: mustard.',
    price: 650,
    shelf: 'live',
    answers: answers({ mustard: 'contains' }),
  })
  const seen = await shop.anon.from('products').select('slug, active').eq('id', id).single()
  expect(seen.data).toEqual({ slug: 'senor-heat-co', active: true })
  const [price] =
    await sql`select unit_amount, next_amount from public.prices where product_id = ${id}`
  expect(Object.values(price ?? {})).toContain(650)
})

test.each([
  [{ net: null }, 'net quantity'],
  [{ storage: ' ' }, 'how to keep it'],
  [{ ingredients: [] }, 'ingredients'],
  [{ images: [] }, 'picture'],
  [{ price: null }, 'price'],
  [{ answers: { ...answers(), celery: undefined, mustard: 'contains' } }, 'all fourteen allergens'],
  [{ answers: null }, 'all fourteen allergens'],
  [{ answers: answers() }, 'allergens named in its ingredients'],
  [{ net: null, storage: null }, 'net quantity, how to keep it'],
  [
    { images: ['/storage/v1/object/public/products/a/b-1200.webp'], alts: [' '] },
    'what the picture shows',
  ],
])('what lacks %j is not put on sale, and is told what it needs: %s', async (changes, gaps) => {
  const id = randomUUID()
  const { error } = await publish(owner.client, id, aSauce(changes), null)
  expect(error).toMatchObject({
    code: 'PT400',
    message: `It cannot go on sale yet. It still needs: ${gaps}.`,
  })
  expect(await sql`select from public.products where id = ${id}`).toHaveLength(0)
})

test('what is on sale with an old label takes another picture, but no other recipe without all fourteen answers', async () => {
  const [row] = await sql`select id from public.products where slug = 'nashville-chilli-crisp'`
  const id = String(row?.id)
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  const { content } = data as { content: Record<string, unknown> & { ingredients: string[] } }
  expect(content).toMatchObject({ shelf: 'live', answers: null })
  const drawn = { ...content, images: ['/generated/stickers/spice-bag-mix.svg'], tagline: 'New.' }
  const published = await publish(owner.client, id, drawn, content)
  expect(published).toMatchObject({ error: null, data: drawn })

  const error = {
    code: 'PT400',
    message: expect.stringMatching(/It still needs: all fourteen allergens/),
  }
  const recipe = { ...drawn, ingredients: [...content.ingredients, 'mustard seeds'] }
  expect(await publish(owner.client, id, recipe, drawn)).toMatchObject({ error })
  const denied = { ...drawn, answers: { celery: 'free' } }
  expect(await publish(owner.client, id, denied, drawn)).toMatchObject({ error })
  const bare = await publish(owner.client, id, { ...drawn, images: [] }, drawn)
  expect(bare.error?.message).toBe('It cannot go on sale yet. It still needs: picture.')
})

test('what was coming soon goes on sale with a whole label, also when it was switched to sold out', async () => {
  const early = { name: 'Early Bird', answers: {}, shelf: 'coming-soon' }
  const { id, content } = await aPublished(owner.client, early)
  await sql`update public.products set "isSoldOut" = true where id = ${id}`
  const sold = { ...content, shelf: 'sold-out' }
  const { error } = await publish(owner.client, id, { ...sold, shelf: 'live' }, sold)
  expect(error?.message).toContain('all fourteen allergens')
})

test('what is hidden or coming soon is kept with its gaps', async () => {
  for (const shelf of ['hidden', 'coming-soon'])
    await expect(
      aPublished(owner.client, { name: `Gaps ${shelf}`, net: null, answers: {}, shelf }),
    ).resolves.toMatchObject({ content: { shelf, net: null, allergens: null } })
})

test.each([
  [{ price: 0, shelf: 'hidden' }, '£0.00 is not a price. Leave it empty for Price TBA.'],
  [{ price: 2_000_000 }, 'A price is between £0.01 and £10,000.00.'],
  [{ price: 6.5 }, 'A price is between £0.01 and £10,000.00.'],
  [{ price: 'six' }, 'That is no product.'],
  [{ images: 'none' }, 'That is no product.'],
  [{ isHot: null }, 'That is no product.'],
  [{ name: '' }, 'A name has 1 to 120 characters.'],
  [{ shelf: 'cellar' }, 'Please choose one under “On the shelf”.'],
  [{ onSaleFrom: 'soon' }, 'The day it goes on sale is a date.'],
  [{ images: ['https://elsewhere.example/x.png'] }, 'One of the photos is not the shop’s own.'],
  [{ answers: { love: 'contains' } }, 'Each allergen is Contains, May contain or Free from.'],
])('%j is refused with a clear line', async (changes, line) => {
  const { error } = await publish(owner.client, randomUUID(), aSauce(changes), null)
  expect(error?.code).toBe('PT400')
  expect(error?.message.replaceAll("'", '’')).toBe(line)
})

test('markup in a name loses its brackets', async () => {
  const { id } = await aPublished(owner.client, { name: 'Hot <img src=x onerror=alert(1)>' })
  const { data } = await shop.anon.from('products').select('name, slug').eq('id', id).single()
  expect(data).toEqual({
    name: 'Hot img src=x onerror=alert(1)',
    slug: 'hot-img-src-x-onerror-alert-1',
  })
})

test('of two who change one product the second sees what the first wrote, and nothing is lost', async () => {
  const { id, content } = await aPublished(owner.client, { name: 'Two Cooks' })
  const other = await aStaff(shop, 'owner')
  const first = await publish(owner.client, id, { ...content, price: 700 }, content)
  expect(first.error).toBeNull()
  const late = await publish(other.client, id, { ...content, tagline: 'Mine.' }, content)
  expect(late.error?.code).toBe('PT409')
  const now = JSON.parse(late.error?.details ?? 'null')
  expect(now).toMatchObject({ price: 700, tagline: 'Pass it on.' })
  const merged = await publish(other.client, id, { ...now, tagline: 'Mine.' }, now)
  expect(merged.data).toMatchObject({ price: 700, tagline: 'Mine.' })
})

test('what was sent twice because its answer was lost is published once', async () => {
  const id = randomUUID()
  const call = {
    p_product: id,
    p_content: aSauce({ name: 'Echo' }),
    p_before: null,
    p_request: randomUUID(),
  }
  const once = await owner.client.rpc('desk_publish', call)
  const again = await owner.client.rpc('desk_publish', call)
  expect(again.data).toEqual(once.data)
  const log = await sql`
    select from public.desk_log where subject = ${`product:${id}`} and action = 'publish'`
  expect(log).toHaveLength(1)
})

test('a label of before there were answers stays in its words until all fourteen are given, and can come back', async () => {
  const [row] = await sql`select id from public.products where slug = 'spice-bag-mix'`
  const id = String(row?.id)
  const page = await owner.client.rpc('desk_product', { p_product: id })
  const { content } = page.data as { content: Record<string, unknown> }
  expect(content.answers).toBeNull()
  const some = { ...content, answers: { milk: 'may' } }
  const refused = await publish(owner.client, id, some, content)
  expect(refused.error?.message).toContain('all fourteen allergens')
  const whole = {
    ...content,
    tagline: 'New words.',
    answers: answers({ gluten: 'contains', celery: 'contains', milk: 'may' }),
  }
  const done = await publish(owner.client, id, whole, content)
  expect(done.data).toMatchObject({ allergens: 'Contains: celery, wheat. May contain: milk.' })
  const back = await publish(owner.client, id, content, done.data)
  expect(back.data).toEqual(content)
  expect(await sql`select from public.recipe_versions where product_id = ${id}`).toHaveLength(0)
})

test('an old version is offered for thirty days with who changed it', async () => {
  const { id, content } = await aPublished(owner.client, { name: 'Old Flame' })
  await publish(owner.client, id, { ...content, price: 800 }, content)
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  expect(data).toMatchObject({ olds: [{ who: 'Beau', content: { price: 650 } }] })
  await sql`update public.desk_log set done_at = done_at - interval '31 days' where subject = ${`product:${id}`}`
  const later = await owner.client.rpc('desk_product', { p_product: id })
  expect(later.data).toMatchObject({ olds: [] })
})

test('who may not publish hears that, whatever they send', async () => {
  const packer = await aStaff(shop, 'packer')
  for (const content of [null, {}, aSauce(), 'x']) {
    const sent = {
      p_product: randomUUID(),
      p_content: content,
      p_before: null,
      p_request: randomUUID(),
    }
    expect((await packer.client.rpc('desk_publish', sent)).error?.code).toBe('PT403')
  }
})
