import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { aPublished, aSauce, answers, publish, type Typed } from './products-typed.ts'
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

test('merchandise that is given an allergen has it on its label in place of "Not food", until it is taken away', async () => {
  const mug = { category: 'merchandise', ingredients: [], net: null, unit: null }
  const notFood = 'Not food, so there is no allergen label to read.'
  const { id, content } = await aPublished(owner.client, { ...mug, answers: null })
  expect(content).toMatchObject({ allergens: notFood })
  const peanuts = { ...content, answers: { peanuts: 'contains', nuts: 'may' } }
  const warned = await publish(owner.client, id, peanuts, content)
  expect(warned.error).toBeNull()
  expect(warned.data.allergens).toMatch(/^Contains: peanuts\. May contain: nuts\. Not known: /)
  const taken = await publish(owner.client, id, { ...warned.data, answers: {} }, warned.data)
  expect(taken.data.allergens).toBe(notFood)
})

/** A product of the album as an earlier version of the shop stored it: with text, without answers. */
async function anOldLabel(slug: string, label: string): Promise<{ id: string; content: Typed }> {
  const [row] = await sql`
    update public.products set allergen_answers = null, allergens = ${label} where slug = ${slug} returning id`
  const id = String(row?.id)
  await sql`update public.products set recipe_changed_at = null where id = ${id}`
  await sql`delete from public.recipe_versions where product_id = ${id}`
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  return { id, content: (data as { content: Typed }).content }
}
const oldWords =
  'Contains: soya, sesame, sulphites. Made in a kitchen that handles milk and peanuts.'

test('what is on sale with an old label takes another picture, but no other recipe without all fourteen answers', async () => {
  const { id, content } = await anOldLabel('nashville-chilli-crisp', oldWords)
  expect(content).toMatchObject({ shelf: 'live', answers: null })
  const drawn = { ...content, images: ['/generated/stickers/spice-bag-mix.svg'], tagline: 'New.' }
  const published = await publish(owner.client, id, drawn, content)
  expect(published).toMatchObject({ error: null, data: drawn })

  const error = {
    code: 'PT400',
    message: expect.stringMatching(/It still needs: all fourteen allergens/),
  }
  const recipe = { ...drawn, ingredients: ['chillies', 'salt'] }
  expect(await publish(owner.client, id, recipe, drawn)).toMatchObject({ error })
  const denied = { ...drawn, answers: { celery: 'free' } }
  expect(await publish(owner.client, id, denied, drawn)).toMatchObject({ error })
  const bare = await publish(owner.client, id, { ...drawn, images: [] }, drawn)
  expect(bare.error?.message).toBe('It cannot go on sale yet. It still needs: picture.')
})

const known = {
  milk: 'may',
  peanuts: 'may',
  sesame: 'contains',
  soya: 'contains',
  sulphites: 'contains',
}
const labelSeen = async (id: string) =>
  (await shop.anon.from('products').select('allergens, allergen_answers').eq('id', id).single())
    .data

test(
  'a contains or a may contain that is added to what is on sale is published at once, whatever else is open',
  { tags: ['abuse-allergens'] },
  async () => {
    const { id, content } = await anOldLabel('nashville-chilli-crisp', oldWords)
    // A row that is older than the check of labels.
    await sql`alter table public.products disable trigger products_label`
    await sql`
    update public.products set storage = null, image_url = '{}', net_quantity = null, net_unit = null where id = ${id}`
    await sql`alter table public.products enable trigger products_label`
    const nets = { net: null, unit: null }
    const open: Typed = { ...content, ...nets, storage: null, images: [], alts: [] }
    const nuts = { ...open, answers: { ...known, nuts: 'may', peanuts: 'contains' } }
    const { data, error } = await publish(owner.client, id, nuts, open)
    expect(error).toBeNull()
    expect(await labelSeen(id)).toEqual({
      allergens:
        'Contains: peanuts, sesame, soya, sulphites. May contain: milk, nuts. Not known: celery, cereals with gluten, crustaceans, eggs, fish, lupin, molluscs, mustard.',
      allergen_answers: nuts.answers,
    })
    const [version] = await sql`
    select allergens from public.recipe_versions where product_id = ${id} order by version desc limit 1`
    expect(version?.allergens).toContain('Contains: peanuts')

    const named = {
      ...nuts,
      allergens: data.allergens,
      ingredients: [...(open['ingredients'] as string[]), 'lupin flour'],
    }
    const undenied = { ...named, answers: { ...nuts.answers, lupin: 'contains' } }
    expect((await publish(owner.client, id, undenied, data)).error).toBeNull()
    expect((await labelSeen(id))?.allergens).toContain('Contains: lupin, peanuts,')
  },
)

test('a may contain that was not known before is news to those who bought the product', async () => {
  const [row] = await sql`
    select public.added_allergens('{chilli}', 'Contains: soya. Not known: nuts, milk.', '{chilli}', 'Contains: soya. May contain: nuts.', true) as added`
  expect(row?.added).toEqual(['nuts'])
})

test(
  'a warning that is taken away, or an answer of free, waits for the whole label',
  { tags: ['abuse-allergens'] },
  async () => {
    const { id, content } = await anOldLabel(
      'spice-bag-mix',
      'Contains: wheat, celery. May contain: milk.',
    )
    const was = { gluten: 'contains', celery: 'contains', milk: 'may' }
    for (const answers of [
      { ...was, peanuts: 'contains', milk: 'free' },
      { ...was, peanuts: 'contains', eggs: 'free' },
      { gluten: 'contains', celery: 'contains', peanuts: 'contains' },
      { ...was, celery: 'may', peanuts: 'contains' },
    ]) {
      const { error } = await publish(owner.client, id, { ...content, answers }, content)
      expect(error?.message).toMatch(
        /still needs: (all fourteen allergens|allergens named in its ingredients)/,
      )
    }
    expect(
      (
        await publish(
          owner.client,
          id,
          { ...content, answers: { ...was, peanuts: 'may' } },
          content,
        )
      ).error,
    ).toBeNull()
  },
)

test('an allergen is added to a product whose photo is kept elsewhere, and no other such photo is taken', async () => {
  const { id, content } = await aPublished(owner.client, { name: 'From Elsewhere' })
  const images = ['https://elsewhere.example/photo.jpg']
  await sql`update public.products set image_url = ${images} where id = ${id}`
  const there = { ...content, images }
  const warned = { ...there, answers: answers({ mustard: 'contains', peanuts: 'contains' }) }
  const { data, error } = await publish(owner.client, id, warned, there)
  expect(error).toBeNull()
  expect(data).toMatchObject({ images, allergens: 'Contains: mustard, peanuts.' })
  await sql`update public.products set image_url = '{/generated/stickers/spice-bag-mix.svg}' where id = ${id}`
  const drawn = { ...data, images: ['/generated/stickers/spice-bag-mix.svg'] }
  expect((await publish(owner.client, id, { ...drawn, images }, drawn)).error?.code).toBe('PT400')
})

test('a product is taken off sale without a version, whatever was switched meanwhile, and put back only with one', async () => {
  const { id } = await aPublished(owner.client, { name: 'Off It Goes' })
  await sql`update public.products set "isComingSoon" = true where id = ${id}`
  await sql`update public.products set "isComingSoon" = false where id = ${id}`
  const switchTo = (isSoldOut: boolean, version: number | null) =>
    owner.client.rpc('desk_set_sold_out', {
      p_product: id,
      p_is_sold_out: isSoldOut,
      p_version: version,
    })
  const off = await switchTo(true, null)
  expect(off.error).toBeNull()
  expect((await switchTo(false, null)).error?.code).toBe('PT409')
  expect((await switchTo(false, Number(off.data))).error).toBeNull()
})

test(
  'a desk of an earlier version, which knows fewer fields, publishes and leaves the others as they are',
  { tags: ['abuse-earlier-versions'] },
  async () => {
    const { id, content } = await aPublished(owner.client, { name: 'Old Desk', heat: 5 })
    const { heat: _, ...older } = content
    const { data, error } = await publish(
      owner.client,
      id,
      { ...older, tagline: 'Still here.' },
      older,
    )
    expect(error).toBeNull()
    expect(data).toEqual({ ...content, tagline: 'Still here.' })
    const clash = await publish(owner.client, id, { ...older, price: 700 }, older)
    expect(clash.error?.code).toBe('PT409')
  },
)

test('a version from before a field was added comes back whole, in the words that its label had', async () => {
  const { id, content } = await anOldLabel('black-garlic-ranch-dust', oldWords)
  await sql`update public.products set storage = null where id = ${id}`
  const before = { ...content, storage: null }
  const named = await publish(owner.client, id, { ...before, tagline: 'Now.' }, before)
  await sql`update public.desk_log set before = before - 'heat' where subject = ${`product:${id}`} and action = 'publish'`
  const back = await publish(owner.client, id, before, named.data)
  expect(back.error).toBeNull()
  expect(back.data).toEqual(before)
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
  const words = 'Contains: wheat, celery. Made in a kitchen that handles milk.'
  const { id, content } = await anOldLabel('spice-bag-mix', words)
  expect(content['answers']).toBeNull()
  const some = { ...content, answers: { milk: 'free' } }
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
