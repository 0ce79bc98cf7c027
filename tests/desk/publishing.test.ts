import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import {
  createPublishedProduct,
  aSauce,
  allergenAnswers,
  publishProduct,
  type ProductContent,
} from './products-typed.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
})

test('a new product goes on sale with its label under its own slug', async () => {
  const { id, content } = await createPublishedProduct(owner.client, { name: 'Señor “Heat” & Co' })
  expect(content).toMatchObject({
    allergens: 'Contains: mustard.',
    price: 650,
    shelf: 'live',
    answers: allergenAnswers({ mustard: 'contains' }),
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
  [
    { answers: { ...allergenAnswers(), celery: undefined, mustard: 'contains' } },
    'all fourteen allergens',
  ],
  [{ answers: null }, 'all fourteen allergens'],
  [{ answers: allergenAnswers() }, 'allergens named in its ingredients'],
  [{ net: null, storage: null }, 'net quantity, how to keep it'],
  [
    { images: ['/storage/v1/object/public/products/a/b-1200.webp'], alts: [' '] },
    'what the picture shows',
  ],
])(
  'a product with %j is not put on sale and the message names the gaps: %s',
  async (changes, gaps) => {
    const id = randomUUID()
    const { error } = await publishProduct(owner.client, id, aSauce(changes), null)
    expect(error).toMatchObject({
      code: 'PT400',
      message: `It cannot go on sale yet. It still needs: ${gaps}.`,
    })
    expect(await sql`select from public.products where id = ${id}`).toHaveLength(0)
  },
)

test('merchandise with an allergen shows it in place of “Not food” until the allergen is removed', async () => {
  const mug = { category: 'merchandise', ingredients: [], net: null, unit: null }
  const notFood = 'Not food, so there is no allergen label to read.'
  const { id, content } = await createPublishedProduct(owner.client, { ...mug, answers: null })
  expect(content).toMatchObject({ allergens: notFood })
  const peanuts = { ...content, answers: { peanuts: 'contains', nuts: 'may' } }
  const warned = await publishProduct(owner.client, id, peanuts, content)
  expect(warned.error).toBeNull()
  expect(warned.data.allergens).toMatch(/^Contains: peanuts\. May contain: nuts\. Not known: /)
  const taken = await publishProduct(owner.client, id, { ...warned.data, answers: {} }, warned.data)
  expect(taken.data.allergens).toBe(notFood)
})

/**
 * Changes a seeded product to the form in which earlier versions of the shop stored it: with a text about allergens,
 * but without answers for the fourteen allergens.
 */
async function anOldLabel(
  slug: string,
  label: string,
): Promise<{ id: string; content: ProductContent }> {
  const [row] = await sql`
    update public.products set allergen_answers = null, allergens = ${label} where slug = ${slug} returning id`
  const id = String(row?.id)
  await sql`update public.products set recipe_changed_at = null where id = ${id}`
  await sql`delete from public.recipe_versions where product_id = ${id}`
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  return { id, content: (data as { content: ProductContent }).content }
}
const oldWords =
  'Contains: soya, sesame, sulphites. Made in a kitchen that handles milk and peanuts.'

test('a product with an old label accepts another picture, but no other recipe without all fourteen answers', async () => {
  const { id, content } = await anOldLabel('nashville-chilli-crisp', oldWords)
  expect(content).toMatchObject({ shelf: 'live', answers: null })
  const drawn = { ...content, images: ['/generated/stickers/spice-bag-mix.svg'], tagline: 'New.' }
  const published = await publishProduct(owner.client, id, drawn, content)
  expect(published).toMatchObject({ error: null, data: drawn })

  const error = {
    code: 'PT400',
    message: expect.stringMatching(/It still needs: all fourteen allergens/),
  }
  const recipe = { ...drawn, ingredients: ['chillies', 'salt'] }
  expect(await publishProduct(owner.client, id, recipe, drawn)).toMatchObject({ error })
  const denied = { ...drawn, answers: { celery: 'free' } }
  expect(await publishProduct(owner.client, id, denied, drawn)).toMatchObject({ error })
  const bare = await publishProduct(owner.client, id, { ...drawn, images: [] }, drawn)
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
  'an added “contains” or “may contain” is published at once, whatever else is missing',
  { tags: ['abuse-allergens'] },
  async () => {
    const { id, content } = await anOldLabel('nashville-chilli-crisp', oldWords)
    // With its trigger disabled, the table accepts an incomplete label, as in rows that are older than the check.
    await sql`alter table public.products disable trigger products_label`
    await sql`
    update public.products set storage = null, image_url = '{}', net_quantity = null, net_unit = null where id = ${id}`
    await sql`alter table public.products enable trigger products_label`
    const nets = { net: null, unit: null }
    const open: ProductContent = { ...content, ...nets, storage: null, images: [], alts: [] }
    const nuts = { ...open, answers: { ...known, nuts: 'may', peanuts: 'contains' } }
    const { data, error } = await publishProduct(owner.client, id, nuts, open)
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
    expect((await publishProduct(owner.client, id, undenied, data)).error).toBeNull()
    expect((await labelSeen(id))?.allergens).toContain('Contains: lupin, peanuts,')
  },
)

test('a “may contain” that was not known before counts as new for previous buyers', async () => {
  const [row] = await sql`
    select public.added_allergens('{chilli}', 'Contains: soya. Not known: nuts, milk.', '{chilli}', 'Contains: soya. May contain: nuts.', true) as added`
  expect(row?.added).toEqual(['nuts'])
})

test(
  'removing a warning or answering “free” requires the complete label',
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
      const { error } = await publishProduct(owner.client, id, { ...content, answers }, content)
      expect(error?.message).toMatch(
        /still needs: (all fourteen allergens|allergens named in its ingredients)/,
      )
    }
    expect(
      (
        await publishProduct(
          owner.client,
          id,
          { ...content, answers: { ...was, peanuts: 'may' } },
          content,
        )
      ).error,
    ).toBeNull()
  },
)

test('an allergen can be added to a product with an external photo, and no other external photo is accepted', async () => {
  const { id, content } = await createPublishedProduct(owner.client, { name: 'From Elsewhere' })
  const images = ['https://elsewhere.example/photo.jpg']
  await sql`update public.products set image_url = ${images} where id = ${id}`
  const there = { ...content, images }
  const warned = {
    ...there,
    answers: allergenAnswers({ mustard: 'contains', peanuts: 'contains' }),
  }
  const { data, error } = await publishProduct(owner.client, id, warned, there)
  expect(error).toBeNull()
  expect(data).toMatchObject({ images, allergens: 'Contains: mustard, peanuts.' })
  await sql`update public.products set image_url = '{/generated/stickers/spice-bag-mix.svg}' where id = ${id}`
  const drawn = { ...data, images: ['/generated/stickers/spice-bag-mix.svg'] }
  expect((await publishProduct(owner.client, id, { ...drawn, images }, drawn)).error?.code).toBe(
    'PT400',
  )
})

test(
  'an answer may become not known while a product is on sale, also all of them, and never with less caution elsewhere',
  { tags: ['abuse-allergens'] },
  async () => {
    const { id, content } = await createPublishedProduct(owner.client, { name: 'Not Sure' })
    const { milk: _, ...unknownMilk } = allergenAnswers({ mustard: 'contains' })
    const weaker = { ...content, answers: { ...unknownMilk, mustard: 'free' } }
    expect((await publishProduct(owner.client, id, weaker, content)).error?.code).toBe('PT400')
    const noWeight = { ...content, answers: unknownMilk, net: null, unit: null }
    expect((await publishProduct(owner.client, id, noWeight, content)).error?.message).toContain(
      'net quantity',
    )
    const milk = await publishProduct(
      owner.client,
      id,
      { ...content, answers: unknownMilk },
      content,
    )
    expect(milk.data).toMatchObject({ allergens: 'Contains: mustard. Not known: milk.' })
    await sql`update public.products set ingredients = '{salt}', allergens = 'Not known: the rest.', allergen_answers = '{"milk": "free"}' where id = ${id}`
    const { data } = await owner.client.rpc('desk_product', { p_product: id })
    const all = await publishProduct(
      owner.client,
      id,
      { ...data.content, answers: {} },
      data.content,
    )
    expect(all.error).toBeNull()
    expect(all.data.allergens).toMatch(/^Not known: celery, .*, sulphites\.$/)
  },
)

test('taking a product off sale needs no version, and putting it back needs the current one', async () => {
  const { id } = await createPublishedProduct(owner.client, { name: 'Off It Goes' })
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
  'a desk of an earlier version that knows fewer fields leaves the others unchanged when it publishes',
  { tags: ['abuse-earlier-versions'] },
  async () => {
    const { id, content } = await createPublishedProduct(owner.client, {
      name: 'Old Desk',
      heat: 5,
    })
    const { heat: _, ...older } = content
    const { data, error } = await publishProduct(
      owner.client,
      id,
      { ...older, tagline: 'Still here.' },
      older,
    )
    expect(error).toBeNull()
    expect(data).toEqual({ ...content, tagline: 'Still here.' })
    const clash = await publishProduct(owner.client, id, { ...older, price: 700 }, older)
    expect(clash.error?.code).toBe('PT409')
  },
)

test('an old version from before a field was added is restored completely, with the text of its label', async () => {
  const { id, content } = await anOldLabel('black-garlic-ranch-dust', oldWords)
  await sql`update public.products set storage = null where id = ${id}`
  const before = { ...content, storage: null }
  const named = await publishProduct(owner.client, id, { ...before, tagline: 'Now.' }, before)
  await sql`update public.desk_log set before = before - 'heat' where subject = ${`product:${id}`} and action = 'publish'`
  const back = await publishProduct(owner.client, id, before, named.data)
  expect(back.error).toBeNull()
  expect(back.data).toEqual(before)
})

test('a coming-soon product needs a complete label to go on sale, also after it was switched to sold out', async () => {
  const early = { name: 'Early Bird', answers: {}, shelf: 'coming-soon' }
  const { id, content } = await createPublishedProduct(owner.client, early)
  await sql`update public.products set "isSoldOut" = true where id = ${id}`
  const sold = { ...content, shelf: 'sold-out' }
  const { error } = await publishProduct(owner.client, id, { ...sold, shelf: 'live' }, sold)
  expect(error?.message).toContain('all fourteen allergens')
})

test('a hidden or coming-soon product can be saved with gaps', async () => {
  for (const shelf of ['hidden', 'coming-soon'])
    await expect(
      createPublishedProduct(owner.client, {
        name: `Gaps ${shelf}`,
        net: null,
        answers: {},
        shelf,
      }),
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
])('publishing %j is refused with a clear message', async (changes, line) => {
  const { error } = await publishProduct(owner.client, randomUUID(), aSauce(changes), null)
  expect(error?.code).toBe('PT400')
  expect(error?.message.replaceAll("'", '’')).toBe(line)
})

test('markup in a product name loses its angle brackets', async () => {
  const { id } = await createPublishedProduct(owner.client, {
    name: 'Hot <img src=x onerror=alert(1)>',
  })
  const { data } = await shop.anon.from('products').select('name, slug').eq('id', id).single()
  expect(data).toEqual({
    name: 'Hot img src=x onerror=alert(1)',
    slug: 'hot-img-src-x-onerror-alert-1',
  })
})

test('the second of two simultaneous editors gets the first one’s version and can merge', async () => {
  const { id, content } = await createPublishedProduct(owner.client, { name: 'Two Cooks' })
  const other = await createStaffMember(shop, 'owner')
  const first = await publishProduct(owner.client, id, { ...content, price: 700 }, content)
  expect(first.error).toBeNull()
  const late = await publishProduct(other.client, id, { ...content, tagline: 'Mine.' }, content)
  expect(late.error?.code).toBe('PT409')
  const now = JSON.parse(late.error?.details ?? 'null')
  expect(now).toMatchObject({ price: 700, tagline: 'Pass it on.' })
  const merged = await publishProduct(other.client, id, { ...now, tagline: 'Mine.' }, now)
  expect(merged.data).toMatchObject({ price: 700, tagline: 'Mine.' })
})

test('a publish request that is repeated with the same id is applied once', async () => {
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

test('a label from before the fourteen answers keeps its text until all are given, and can be restored', async () => {
  const words = 'Contains: wheat, celery. Made in a kitchen that handles milk.'
  const { id, content } = await anOldLabel('spice-bag-mix', words)
  expect(content['answers']).toBeNull()
  const some = { ...content, answers: { milk: 'free' } }
  const refused = await publishProduct(owner.client, id, some, content)
  expect(refused.error?.message).toContain('all fourteen allergens')
  const whole = {
    ...content,
    tagline: 'New words.',
    answers: allergenAnswers({ gluten: 'contains', celery: 'contains', milk: 'may' }),
  }
  const completed = await publishProduct(owner.client, id, whole, content)
  expect(completed.data).toMatchObject({ allergens: 'Contains: celery, wheat. May contain: milk.' })
  const back = await publishProduct(owner.client, id, content, completed.data)
  expect(back.data).toEqual(content)
  expect(await sql`select from public.recipe_versions where product_id = ${id}`).toHaveLength(0)
})

test('an old version is offered for thirty days, with the name of who changed it', async () => {
  const { id, content } = await createPublishedProduct(owner.client, { name: 'Old Flame' })
  await publishProduct(owner.client, id, { ...content, price: 800 }, content)
  const { data } = await owner.client.rpc('desk_product', { p_product: id })
  expect(data).toMatchObject({ olds: [{ who: 'Beau', content: { price: 650 } }] })
  await sql`update public.desk_log set done_at = done_at - interval '31 days' where subject = ${`product:${id}`}`
  const later = await owner.client.rpc('desk_product', { p_product: id })
  expect(later.data).toMatchObject({ olds: [] })
})

test('a packer’s publish request is refused as forbidden, whatever it contains', async () => {
  const packer = await createStaffMember(shop, 'packer')
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

test('a product that was sold out while coming soon accepts a warning despite its gaps, and stays coming soon', async () => {
  const changes = { shelf: 'coming-soon', onSaleFrom: '2099-06-01', net: null, storage: null }
  const { id } = await createPublishedProduct(owner.client, { name: 'Not Yet', ...changes })
  const setSoldOut = (p_is_sold_out: boolean, p_version: number | null) =>
    owner.client.rpc('desk_set_sold_out', { p_product: id, p_is_sold_out, p_version })
  const read = async () =>
    (await owner.client.rpc('desk_product', { p_product: id })).data.content as ProductContent
  await setSoldOut(true, null)
  const content = await read()
  expect(content).toMatchObject({ shelf: 'sold-out', onSaleFrom: '2099-06-01' })
  // The product form sends `onSaleFrom` only while the product is marked as coming soon.
  const warned = {
    ...content,
    onSaleFrom: null,
    answers: allergenAnswers({ mustard: 'contains', milk: 'may' }),
  }
  const { data, error } = await publishProduct(owner.client, id, warned, content)
  expect(error).toBeNull()
  expect(data).toMatchObject({
    shelf: 'sold-out',
    allergens: 'Contains: mustard. May contain: milk.',
  })
  const [row] = await sql`select shelf_version from public.products where id = ${id}`
  await setSoldOut(false, Number(row?.shelf_version))
  expect(await read()).toMatchObject({ shelf: 'coming-soon', onSaleFrom: '2099-06-01' })
})
