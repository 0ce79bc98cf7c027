import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startComingSoonReleases } from '../../server/scheduled-jobs.ts'
import { sendDueEmails } from '../support/deliver.ts'
import { createTestShop } from '../support/shop.ts'
import { insertOrder } from './orders.ts'
import {
  allergenAnswers,
  createPublishedProduct,
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

const noMustard = { ingredients: ['chillies', 'vinegar'], answers: allergenAnswers() }
const mustard = {
  ingredients: ['chillies', 'vinegar', 'mustard seeds'],
  answers: allergenAnswers({ mustard: 'contains' }),
}

const versionsOf = async (id: string) =>
  (
    await sql`select version from public.recipe_versions where product_id = ${id} order by version`
  ).map(({ version }) => version)
async function changedAt(id: string): Promise<unknown> {
  const [row] = await sql`select recipe_changed_at from public.products where id = ${id}`
  return row?.recipe_changed_at
}

/** Creates a sauce without mustard, and a paid order of it for each of the email addresses. */
async function aBought(
  name: string,
  ...emails: string[]
): Promise<{ id: string; content: ProductContent }> {
  const product = await createPublishedProduct(owner.client, { name, ...noMustard })
  const [row] = await sql`select slug from public.products where id = ${product.id}`
  for (const email of emails)
    await insertOrder(shop.database, {
      email,
      lines: [
        {
          slug: String(row?.slug),
          name,
          quantity: 1,
          allergens: String(product.content.allergens),
        },
      ],
    })
  return product
}

async function change(
  { id, content }: { id: string; content: ProductContent },
  changes: ProductContent,
) {
  const { data, error } = await publishProduct(
    owner.client,
    id,
    { ...content, ...changes },
    content,
  )
  if (error !== null) throw error
  // Each of these changes is one of the recipe, and corrects no label (`desk_answer_label_question`).
  await sql`update public.recipe_versions set is_correction = false where product_id = ${id}`
  return { id, content: data as ProductContent }
}

interface Readers {
  version: string
  readers: { name: string; number: number; orders: { number: number; stage: string }[] }[]
}

async function readersOf(id: string): Promise<Readers> {
  const { data, error } = await owner.client.rpc('desk_recipe_readers', { p_product: id })
  if (error !== null) throw error
  return data as Readers
}

/** Sends the email about the changed recipe to the buyers whom the desk lists now. */
const writeAbout = async (id: string) =>
  owner.client.rpc('desk_send_recipe_news', {
    p_product: id,
    p_version: (await readersOf(id)).version,
  })

test('a changed recipe creates a version, a changed text creates none, and orders keep their label', async () => {
  const sauce = await aBought('Versions', 'priya@example.com')
  const reworded = await change(sauce, { tagline: 'Other words.' })
  expect(await versionsOf(sauce.id)).toEqual([])
  await change(reworded, mustard)
  expect(await versionsOf(sauce.id)).toEqual([1, 2])
  const [line] = await sql`select allergens from public.order_items where product_id = ${sauce.id}`
  expect(line?.allergens).toBe('None of the 14 named allergens is an ingredient.')
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({
    newAllergens: ['mustard'],
    buyers: [{ name: 'Priya Raman' }],
    recipeChangedAt: expect.any(String),
  })
})

test('spaces around ingredients do not count as a recipe change', async () => {
  const sauce = await aBought('Roomy', 'priya@example.com')
  await sql`update public.products set ingredients = array[' chillies', 'vinegar '] where id = ${sauce.id}`
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  const roomy = { id: sauce.id, content: data.content as ProductContent }
  const reworded = await change(roomy, { tagline: 'Other words.' })
  expect(await versionsOf(sauce.id)).toEqual([])
  await sql`update public.products set ingredients = array[' chillies', 'vinegar '] where id = ${sauce.id}`
  const changed = await change(
    { ...reworded, content: { ...reworded.content, ingredients: [' chillies', 'vinegar '] } },
    mustard,
  )
  await change(changed, noMustard)
  expect([await versionsOf(sauce.id), await changedAt(sauce.id)]).toEqual([[1], null])
})

test('emptying the ingredients of a hidden product counts as a recipe change', async () => {
  const sauce = await aBought('Emptied', 'priya@example.com')
  await sql`update public.products set active = false, ingredients = '{}', allergens = null where id = ${sauce.id}`
  expect(await versionsOf(sauce.id)).toEqual([1, 2])
  expect(await changedAt(sauce.id)).not.toBeNull()
})

test('a recipe change that is reverted before anybody ordered is not stored as sold', async () => {
  const sauce = await aBought('Second Thoughts', 'priya@example.com')
  const changed = await change(sauce, mustard)
  const back = await change(changed, sauce.content)
  expect([await versionsOf(sauce.id), await changedAt(sauce.id)]).toEqual([[1], null])
  const again = await change(back, mustard)
  await sql`update public.recipe_versions set since = since - interval '2 hours' where product_id = ${sauce.id}`
  await insertOrder(shop.database, { lines: [{ slug: 'second-thoughts', name: 'x', quantity: 1 }] })
  await change(again, sauce.content)
  expect(await versionsOf(sauce.id)).toEqual([1, 3, 4])
})

test.each(['undo', 'checkout'])(
  'a checkout that overlaps the undo of a recipe, after the %s began, keeps a label whose recipe is stored',
  { tags: ['abuse-allergens'] },
  async (first) => {
    const sauce = await createPublishedProduct(owner.client, {
      name: `Overlap ${first}`,
      ...mustard,
    })
    await insertOrder(shop.database, {
      lines: [{ slug: `overlap-${first}`, name: 'x', quantity: 1 }],
    })
    const [old] =
      await sql`select ingredients, allergens, allergen_answers from public.products where id = ${sauce.id}`
    await change(sauce, noMustard)
    await sql`update public.recipe_versions set since = since - interval '1 hour' where product_id = ${sauce.id}`
    await sql`update public.prices set stripe_price_id = 'price_' || id where product_id = ${sauce.id}`
    const earlier = await sql.reserve()
    const undo = (session: Pick<typeof earlier, 'unsafe'>) =>
      session.unsafe(
        'update public.products set ingredients = $2, allergens = $3, allergen_answers = $4 where id = $1',
        [sauce.id, old?.ingredients, old?.allergens, old?.allergen_answers],
      )
    const order = (session: Pick<typeof earlier, 'unsafe'>) =>
      session.unsafe(
        `select public.place_order(null, 'ines@example.com', jsonb_build_array(jsonb_build_object('product_id', $1::text, 'quantity', 1)),
          d, $1::text, '1', now()) from public.delivery_methods d limit 1`,
        [sauce.id],
      )
    await earlier`begin`
    await (first === 'undo' ? undo(earlier) : order(earlier))
    let isDone = false
    const later = (first === 'undo' ? order(sql) : undo(sql)).finally(() => (isDone = true))
    const isHeld = async () =>
      isDone || (await sql`select from pg_locks where not granted`).length > 0
    await expect.poll(isHeld).toBe(true)
    await earlier`commit`
    earlier.release()
    await later
    const [line] = await sql`
      select i.allergens = p.allergens or exists (
        select from public.recipe_versions v where v.product_id = p.id and v.allergens = i.allergens
      ) as is_stored
      from public.order_items i join public.orders o on o.id = i.order_id join public.products p on p.id = i.product_id
      where p.id = ${sauce.id} and o.status = 'pending'`
    expect(line).toEqual({ is_stored: true })
  },
)

test('a recipe changed while hidden creates a version for buyers, and a product never sold has no versions', async () => {
  const sauce = await aBought('In the Dark', 'priya@example.com')
  await change(await change(sauce, { shelf: 'hidden' }), { ...mustard, shelf: 'live' })
  expect(await versionsOf(sauce.id)).toEqual([1, 2])
  const draft = await createPublishedProduct(owner.client, { name: 'Never Sold', shelf: 'hidden' })
  await change(draft, { ...noMustard, shelf: 'hidden' })
  expect(await versionsOf(draft.id)).toEqual([])
})

test(
  'each buyer of the old recipe gets one email, which can be undone before it is sent',
  { tags: ['email-recipe-changed-30'] },
  async () => {
    const sauce = await aBought(
      'Letters',
      'priya@example.com',
      'PRIYA@example.com',
      'tom@example.com',
    )
    const write = () => writeAbout(sauce.id)
    expect((await write()).error?.message).toBe('The recipe of Letters has not changed lately.')
    await change(sauce, mustard)
    expect((await write()).data).toBe(2)
    const undo = () => owner.client.rpc('desk_unwrite_recipe_news', { p_product: sauce.id })
    expect((await undo()).data).toBe(2)
    // The desk repeats the request when its answer was lost.
    expect((await undo()).data).toBe(2)
    await write()
    await write()
    const early = await sendDueEmails(shop)
    expect(early.filter(({ subject }) => subject.includes('Letters'))).toEqual([])
    await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news'`
    const sent = await sendDueEmails(shop)
    expect(sent.map(({ to }) => to.address.toLowerCase()).toSorted()).toEqual([
      'priya@example.com',
      'tom@example.com',
    ])
    expect(sent[0]?.subject).toBe('Letters has a new recipe, with mustard')
    expect(sent[0]?.text).toContain('Contains: mustard.')
    expect((await undo()).data).toBe(0)
  },
)

test('an email about a reverted recipe is not sent, and the next recipe change gets its own email', async () => {
  const sauce = await aBought('Wavering', 'priya@example.com')
  const write = () => writeAbout(sauce.id)
  async function delivered() {
    await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news'`
    const sent = await sendDueEmails(shop)
    return sent.filter(({ subject }) => subject.includes('Wavering')).length
  }
  const changed = await change(sauce, mustard)
  await write()
  const back = await change(changed, sauce.content)
  expect(await delivered()).toBe(0)
  const again = await change(back, mustard)
  await write()
  expect(await delivered()).toBe(1)
  await change(await change(again, sauce.content), mustard)
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data.written).toBe(0)
  await write()
  expect(await delivered()).toBe(1)
})

test('buyers who were emailed about a recipe are emailed again when it is reverted or changed once more', async () => {
  const sauce = await aBought('Regretted', 'priya@example.com')
  const write = () => writeAbout(sauce.id)
  const page = async () =>
    (await owner.client.rpc('desk_product', { p_product: sauce.id })).data as object
  async function delivered() {
    await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news' and sent_at is null`
    const sent = await sendDueEmails(shop)
    return sent.filter(({ subject }) => subject.includes('Regretted'))
  }
  const changed = await change(sauce, mustard)
  expect(await page()).toMatchObject({ unwritten: 1, misled: 0 })
  await write()
  expect((await delivered())[0]?.subject).toBe('Regretted has a new recipe, with mustard')
  expect(await page()).toMatchObject({ unwritten: 0, misled: 0 })
  expect((await write()).data).toBe(0)

  const back = await change(changed, sauce.content)
  expect(await page()).toMatchObject({ recipeChangedAt: null, unwritten: 1, misled: 1 })
  expect((await write()).data).toBe(1)
  const [correction] = await delivered()
  expect(correction?.subject).toBe('A correction: Regretted is back to its old recipe')
  expect(correction?.text).toContain('is no longer right.')
  expect(correction?.text).toContain('None of the 14 named allergens is an ingredient.')
  expect((await write()).error?.message).toBe('The recipe of Regretted has not changed lately.')

  const again = await change(back, mustard)
  await sql`update public.orders set paid_at = paid_at - interval '4 months' where email = 'priya@example.com'`
  expect(await page()).toMatchObject({ unwritten: 1, misled: 1 })
  await write()
  expect(await delivered()).toHaveLength(1)
  await change(again, sauce.content)
  await write()
  expect(await delivered()).toHaveLength(1)
  expect(await page()).toMatchObject({ unwritten: 0, misled: 0 })
})

test('each buyer’s email lists what is new compared with the recipe that they bought', async () => {
  const sauce = await aBought('Twice Changed', 'priya@example.com')
  const once = await change(sauce, mustard)
  await insertOrder(shop.database, {
    email: 'tom@example.com',
    paid: 0,
    lines: [{ slug: 'twice-changed', name: 'Twice Changed', quantity: 1 }],
  })
  await change(once, {
    ingredients: [...mustard.ingredients, 'celery salt'],
    answers: allergenAnswers({ mustard: 'contains', celery: 'contains' }),
  })
  await writeAbout(sauce.id)
  await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news'`
  const sent = await sendDueEmails(shop)
  const subjects = sent.map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()
  expect(subjects).toEqual([
    'priya@example.com: Twice Changed has a new recipe, with celery and mustard',
    'tom@example.com: Twice Changed has a new recipe, with celery',
  ])
})

test(
  'the list of recipients is shown first, and sending is refused once it has changed',
  { tags: ['email-recipe-changed-30'] },
  async () => {
    const sauce = await aBought('Shown First', 'priya@example.com')
    await change(sauce, mustard)
    const shown = await readersOf(sauce.id)
    expect(shown.readers).toMatchObject([{ name: 'Priya Raman', orders: [{ stage: 'waiting' }] }])
    const write = (version: string | null) =>
      owner.client.rpc('desk_send_recipe_news', { p_product: sauce.id, p_version: version })
    expect((await write(null)).error?.code).toBe('PT409')
    // An outdated version of the desk, still open in a browser, calls this function.
    const old = await owner.client.rpc('desk_write_recipe_news', { p_product: sauce.id })
    expect(old.error?.message).toContain('Please load the desk again')
    expect(
      await sql`select from public.outbox where template = 'recipe_news' and data ->> 'slug' = 'shown-first'`,
    ).toHaveLength(0)
    await owner.client.rpc('desk_send', {
      p_carrier: null,
      p_parcels: [
        {
          number: shown.readers[0]?.number,
          tracking: '',
          recipes: await oldJars(shown.readers[0]),
        },
      ],
    })
    expect((await write(shown.version)).error?.code).toBe('PT409')
    expect((await writeAbout(sauce.id)).data).toBe(1)
  },
)

/** Returns the versions of the old recipe that may be chosen for each jar of an order. */
async function oldJars(reader: { number: number } | undefined) {
  const { data } = await owner.client.rpc('desk_recipe_choices', { p_number: reader?.number })
  const { choices } = data as {
    choices: { item: string; latest: number; options: { version: number }[] }[]
  }
  return choices.map(({ item, latest, options: [old] }) => ({
    item,
    latest,
    versions: [old?.version],
  }))
}

test(
  'each buyer’s email matches the state of their order, and a buyer who was sent the new recipe gets none',
  { tags: ['abuse-food'] },
  async () => {
    const sauce = await aBought(
      'Four Fates',
      'waits@example.com',
      'chosen@example.com',
      'way@example.com',
      'had@example.com',
      'new@example.com',
    )
    const sentAgo = (email: string, days: number) =>
      sql`update public.orders set status = 'fulfilled', fulfilled_at = now() - make_interval(days => ${days}) where email = ${email}`
    await sentAgo('way@example.com', 1)
    await sentAgo('had@example.com', 20)
    const alsoWaits = { email: 'had@example.com', paid: 2 }
    const line = { slug: 'four-fates', name: 'Four Fates', quantity: 1 }
    const waiting = await insertOrder(shop.database, { ...alsoWaits, lines: [line] })
    await change(sauce, mustard)
    const numberOf = async (email: string) =>
      Number((await sql`select number from public.orders where email = ${email}`)[0]?.number)
    for (const email of ['chosen@example.com', 'new@example.com'])
      await shop.secret.rpc('choose_recipes', { p_number: await numberOf(email), p_jar: 'new' })
    await shop.secret.rpc('fulfil_order', { p_number: await numberOf('new@example.com') })
    await sql`delete from public.outbox`

    expect((await writeAbout(sauce.id)).data).toBe(4)
    await sql`update public.outbox set next_attempt_at = now()`
    const sent = await sendDueEmails(shop)
    const textFor = (email: string) => sent.find(({ to }) => to.address === email)?.text ?? ''
    expect(textFor('waits@example.com')).toMatch(
      /hasn’t left yet, and you may get the new recipe.*or your money back, answer this email before it leaves/s,
    )
    expect(textFor('chosen@example.com')).toMatch(
      /hasn’t left yet, and will go out with the new recipe.*cancel it and refund you/s,
    )
    expect(textFor('way@example.com')).toMatch(/is on its way to you with the old recipe/)
    expect(textFor('had@example.com')).toMatch(/still right/)
    expect(textFor('had@example.com')).toContain(`order ${waiting} hasn’t left yet`)
    for (const email of ['waits@example.com', 'chosen@example.com'])
      expect(textFor(email)).not.toContain('still right')
    expect(textFor('new@example.com')).toBe('')
  },
)

test('an email about a recipe can be previewed at the desk as its reader will get it', async () => {
  const sauce = await aBought('Preview', 'priya@example.com')
  await change(sauce, mustard)
  const { readers } = await readersOf(sauce.id)
  const { data } = await owner.client.rpc('desk_recipe_letter', {
    p_product: sauce.id,
    p_number: readers[0]?.number,
  })
  expect(data).toMatchObject({
    mail: { template: 'recipe_news' },
    data: { newAllergens: ['mustard'], orders: [{ stage: 'waiting' }] },
  })
  const none = await owner.client.rpc('desk_recipe_letter', { p_product: sauce.id, p_number: 1 })
  expect(none.error?.code).toBe('PT400')
})

const day = (days: number) => {
  const at = new Date(shop.clock.now() + days * 24 * 60 * 60_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at)
}

async function openShop(): Promise<void> {
  const rounds = startComingSoonReleases({
    client: shop.secret,
    now: shop.clock.now,
    log: shop.log,
    businessEmail: 'beau@example.com',
    intervalMs: 60 * 60_000,
  })
  await rounds.runOnce()
  await rounds.stop()
}

const getShelf = async (id: string) =>
  (await sql`select "isComingSoon" as soon, active from public.products where id = ${id}`)[0]
const warnings = () =>
  sql`select data ->> 'name' as name from public.outbox where template = 'label_warning' order by 1`

test('a coming-soon product goes on sale on its day only with a complete label', async () => {
  const soon = { shelf: 'coming-soon' }
  const whole = await createPublishedProduct(owner.client, {
    name: 'Today Whole',
    ...soon,
    onSaleFrom: day(0),
  })
  const gaps = await createPublishedProduct(owner.client, {
    name: 'Today Gaps',
    ...soon,
    onSaleFrom: day(0),
    net: null,
  })
  const later = await createPublishedProduct(owner.client, {
    name: 'Tomorrow',
    ...soon,
    onSaleFrom: day(1),
  })
  const waits = await createPublishedProduct(owner.client, { name: 'No Day', ...soon })
  await openShop()
  expect(await getShelf(whole.id)).toEqual({ soon: false, active: true })
  for (const { id } of [gaps, later, waits])
    expect(await getShelf(id)).toEqual({ soon: true, active: true })
})

test(
  'the owner is warned once, two days before, that a coming-soon product has gaps',
  { tags: ['email-recipe-changed-30'] },
  async () => {
    await sql`delete from public.outbox`
    const soon = { shelf: 'coming-soon', storage: null }
    await createPublishedProduct(owner.client, { name: 'In Two Days', ...soon, onSaleFrom: day(2) })
    await createPublishedProduct(owner.client, {
      name: 'In Three Days',
      ...soon,
      onSaleFrom: day(3),
    })
    await openShop()
    await openShop()
    expect((await warnings()).map(({ name }) => name)).toEqual(['In Two Days', 'Today Gaps'])
    const sent = await sendDueEmails(shop)
    const mail = sent.find(({ subject }) => subject.startsWith('In Two Days cannot go on sale on'))
    expect(mail?.to.address).toBe('beau@example.com')
    expect(mail?.text).toContain('how to keep it')
  },
)

interface Letter {
  changedAt: string | null
  newAllergens: string[]
  orders: { number: number; jar: string | null; jars: { allergens: string }[] }[]
}
async function letterAbout(id: string, number: number | undefined): Promise<Letter> {
  const { data, error } = await owner.client.rpc('desk_recipe_letter', {
    p_product: id,
    p_number: number,
  })
  if (error !== null) throw error
  return (data as { data: Letter }).data
}
const peanuts = {
  ingredients: ['chillies', 'vinegar', 'peanuts'],
  answers: allergenAnswers({ peanuts: 'contains' }),
}
const sesame = {
  ingredients: ['chillies', 'vinegar', 'sesame'],
  answers: allergenAnswers({ sesame: 'contains' }),
}

test('a buyer who ordered the old recipe and paid after the change is warned', async () => {
  const sauce = await aBought('Paid Late', 'late@example.com')
  await change(sauce, peanuts)
  await sql`update public.orders set paid_at = now() where email = 'late@example.com'`
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({ unwritten: 1, buyers: [{ name: 'Priya Raman' }] })
  const { readers } = await readersOf(sauce.id)
  const letter = await letterAbout(sauce.id, readers[0]?.number)
  expect(letter).toMatchObject({ changedAt: expect.any(String), newAllergens: ['peanuts'] })
})

test('an email about a recipe shows the labels of all possible jars, or of the chosen one', async () => {
  const sauce = await aBought('Three Jars', 'first@example.com')
  const once = await change(sauce, peanuts)
  await insertOrder(shop.database, {
    email: 'second@example.com',
    paid: 0,
    lines: [
      {
        slug: 'three-jars',
        name: 'Three Jars',
        quantity: 1,
        allergens: String(once.content.allergens),
      },
    ],
  })
  await change(once, sesame)
  const [order] = await sql`select number from public.orders where email = 'first@example.com'`
  const number = Number(order?.number)
  const labels = (letter: Letter) => letter.orders[0]?.jars.map(({ allergens }) => allergens)
  expect(labels(await letterAbout(sauce.id, number))).toEqual([
    'None of the 14 named allergens is an ingredient.',
    'Contains: peanuts.',
    'Contains: sesame.',
  ])
  const { data } = await owner.client.rpc('desk_recipe_choices', { p_number: number })
  const [choice] = (data as { choices: { item: string; latest: number }[] }).choices
  const chosen = await owner.client.rpc('desk_choose_recipes', {
    p_choices: [{ ...choice, versions: [2], was: [] }],
  })
  expect(chosen.error).toBeNull()
  const letter = await letterAbout(sauce.id, number)
  expect([letter.orders[0]?.jar, labels(letter)]).toEqual(['other', ['Contains: peanuts.']])
  await writeAbout(sauce.id)
  await sql`update public.outbox set next_attempt_at = now()`
  const email = (await sendDueEmails(shop)).find(({ to }) => to.address === 'first@example.com')
  expect(email?.text).toMatch(/will go out with the recipe of .*neither the one/s)
  expect(email?.text).toMatch(/The recipe of [^.]* contains: peanuts/)
  expect(email?.text).toContain('Contains: peanuts.')
  expect(email?.text).toContain('It now contains: sesame')
  expect(email?.subject).toContain('peanuts')
})

test('an email about a recipe warns of allergens that are new compared with any of the reader’s orders', async () => {
  const celery = {
    ingredients: ['chillies', 'celery'],
    answers: allergenAnswers({ celery: 'contains' }),
  }
  const product = await createPublishedProduct(owner.client, { name: 'There Again', ...celery })
  const line = (content: ProductContent) => ({
    email: 'again@example.com',
    lines: [
      {
        slug: 'there-again',
        name: 'There Again',
        quantity: 1,
        allergens: String(content.allergens),
      },
    ],
  })
  const first = await insertOrder(shop.database, line(product.content))
  await sql`update public.orders set status = 'fulfilled', fulfilled_at = now() - interval '20 days' where number = ${first}`
  const without = await change(product, noMustard)
  const second = await insertOrder(shop.database, { ...line(without.content), paid: 0 })
  await change(without, celery)
  expect((await letterAbout(product.id, second)).newAllergens).toEqual(['celery'])
})

test(
  'an order keeps the recipe that it was sold by when the clocks of orders and recipes differ',
  { tags: ['abuse-food'] },
  async () => {
    const sauce = await aBought('Clocks', 'priya@example.com')
    const changed = await change(sauce, mustard)
    const number = await insertOrder(shop.database, {
      email: 'tom@example.com',
      lines: [{ slug: 'clocks', name: 'Clocks', quantity: 1 }],
    })
    await sql`update public.recipe_versions set since = now() + interval '45 days' where product_id = ${sauce.id} and version = 2`
    await sql`update public.products set recipe_changed_at = now() + interval '45 days' where id = ${sauce.id}`
    await change(changed, sauce.content)
    expect(await versionsOf(sauce.id)).toEqual([1, 2, 3])
    const { data } = await owner.client.rpc('desk_recipe_choices', { p_number: number })
    expect(data).toMatchObject({
      choices: [
        {
          options: [
            { version: 2, isAsOrdered: true },
            { version: 3, isLatest: true },
          ],
        },
      ],
    })
    const { readers } = await readersOf(sauce.id)
    expect(readers.map((reader) => reader.number)).toContain(number)
  },
)

test('an order that is dated ahead is among those to be written to about a later recipe', async () => {
  const sauce = await aBought('Dated Ahead', 'priya@example.com')
  await sql`
    update public.orders set created_at = now() + interval '45 days', paid_at = now() + interval '45 days'
    where id = (select order_id from public.order_items where product_id = ${sauce.id})`
  await change(sauce, mustard)
  expect((await readersOf(sauce.id)).readers).toHaveLength(1)
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({ buyers: [{ name: 'Priya Raman' }], unwritten: 1 })
})

test('the times of recipes from the future are set back to now', async () => {
  const sauce = await aBought('Set Back', 'priya@example.com')
  await change(sauce, mustard)
  await sql`update public.recipe_versions set since = now() + interval '400 days' where product_id = ${sauce.id} and version = 2`
  await sql`update public.products set recipe_changed_at = now() + interval '400 days' where id = ${sauce.id}`
  expect((await readersOf(sauce.id)).readers).toHaveLength(1)
  await sql`select public.set_back_future_times()`
  const [row] = await sql`
    select v.since <= now() as is_version, p.recipe_changed_at <= now() as is_product
    from public.products p join public.recipe_versions v on v.product_id = p.id and v.version = 2 where p.id = ${sauce.id}`
  expect(row).toEqual({ is_version: true, is_product: true })
})

test(
  'people who were written to about a recipe are remembered when the outbox has deleted the emails, and forgotten on erasure',
  { tags: ['abuse-food'] },
  async () => {
    const sauce = await aBought('Remembered', 'zoe@example.com')
    const page = async () =>
      (await owner.client.rpc('desk_product', { p_product: sauce.id })).data as object
    async function delivered() {
      await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news' and sent_at is null`
      const sent = await sendDueEmails(shop)
      await sql`delete from public.outbox where template = 'recipe_news'`
      return sent.filter(({ subject }) => subject.includes('Remembered'))
    }
    const changed = await change(sauce, mustard)
    await writeAbout(sauce.id)
    expect(await delivered()).toHaveLength(1)
    expect(await page()).toMatchObject({ written: 1, unwritten: 0, misled: 0 })
    await change(changed, sauce.content)
    expect(await page()).toMatchObject({ written: 0, unwritten: 1, misled: 1 })
    await writeAbout(sauce.id)
    expect((await delivered())[0]?.subject).toBe(
      'A correction: Remembered is back to its old recipe',
    )
    expect(await page()).toMatchObject({ unwritten: 0, misled: 0 })
    await sql`select public.anonymise_orders(array(select id from public.orders where email = 'zoe@example.com'), now())`
    expect(
      await sql`select from public.sent_recipe_emails where product_id = ${sauce.id}`,
    ).toHaveLength(0)
  },
)

test('the reader of an email that was being sent while the recipe changed again gets a correction', async () => {
  const sauce = await aBought('In Flight', 'priya@example.com')
  const changed = await change(sauce, mustard)
  await writeAbout(sauce.id)
  const [email] = await sql`
    update public.outbox set claimed_until = now() + interval '1 minute', attempts = 1
    where template = 'recipe_news' and data ->> 'slug' = 'in-flight' returning id`
  await change(changed, sauce.content)
  await sql`select public.mark_email_sent(${email?.id})`
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({ unwritten: 1, misled: 1 })
})

test('a reader whose latest email is about a recipe that was taken back gets a correction', async () => {
  const sauce = await aBought('To and Fro', 'priya@example.com')
  const changed = await change(sauce, mustard)
  const told = async () => {
    await writeAbout(sauce.id)
    await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news' and sent_at is null`
    await sendDueEmails(shop)
  }
  await told()
  const again = await change(changed, {
    ingredients: ['chillies', 'celery'],
    answers: allergenAnswers({ celery: 'contains' }),
  })
  await told()
  await change(again, mustard)
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({ unwritten: 1, misled: 1 })
})

test('the update of a shop gives its order lines the recipe whose label they have, and remembers sent emails', async () => {
  const sauce = await aBought('Updated', 'priya@example.com')
  await change(sauce, mustard)
  await insertOrder(shop.database, {
    lines: [{ slug: 'updated', name: 'Updated', quantity: 1, allergens: 'Contains: mustard.' }],
  })
  await writeAbout(sauce.id)
  await sql`update public.outbox set next_attempt_at = now() where template = 'recipe_news' and sent_at is null`
  await sendDueEmails(shop)
  await sql`update public.order_items set recipe_version = null where product_id = ${sauce.id}`
  await sql`delete from public.sent_recipe_emails`
  const file = '../../supabase/migrations/20261130001400_recipes_of_order_lines.sql'
  await sql.unsafe(await readFile(new URL(file, import.meta.url), 'utf8'))
  const lines = await sql`
    select i.recipe_version from public.order_items i join public.orders o on o.id = i.order_id
    where i.product_id = ${sauce.id} order by o.number`
  expect(lines.map((line) => line.recipe_version)).toEqual([1, 2])
  const { data } = await owner.client.rpc('desk_product', { p_product: sauce.id })
  expect(data).toMatchObject({ written: 1, unwritten: 0 })
})

test(
  'an email about a recipe names the cereals and nuts that join others of their group',
  { tags: ['abuse-allergens'] },
  async () => {
    const former = {
      ingredients: ['chillies', 'almonds', 'wheat flour'],
      answers: allergenAnswers({ nuts: 'contains', gluten: 'contains' }),
    }
    const product = await createPublishedProduct(owner.client, { name: 'Same Group', ...former })
    const number = await insertOrder(shop.database, {
      lines: [{ slug: 'same-group', name: 'Same Group', quantity: 1 }],
    })
    await change(product, {
      ingredients: ['chillies', 'almond flakes', 'cashews', 'wheat flour', 'barley', 'celery'],
      answers: allergenAnswers({ nuts: 'contains', gluten: 'contains', celery: 'contains' }),
    })
    const added = ['celery', 'barley', 'cashews']
    const letter = await letterAbout(product.id, number)
    expect(letter).toMatchObject({
      newAllergens: added,
      orders: [{ jars: [{}, { newAllergens: added }] }],
    })
    const { data } = await owner.client.rpc('desk_product', { p_product: product.id })
    expect(data).toMatchObject({ newAllergens: added })
  },
)
