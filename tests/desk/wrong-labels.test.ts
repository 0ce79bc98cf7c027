import * as v from 'valibot'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sendDueEmails } from '../support/deliver.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder } from './orders.ts'
import {
  allergenAnswers,
  createPublishedProduct,
  publishProduct,
  type ProductContent,
} from './products-typed.ts'
import { createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { database } = shop
const { sql } = database
const { packer, owner } = await createClientsByRole(shop)

const peanuts = { answers: allergenAnswers({ peanuts: 'contains' }) }

let sauce: { id: string; content: ProductContent; slug: string; name: string }
let sauceCount = 0
beforeEach(async () => {
  await sql`truncate public.orders, public.outbox cascade`
  sauceCount += 1
  const name = `Rumour ${sauceCount}`
  const { id, content } = await createPublishedProduct(owner, {
    name,
    ingredients: ['chillies', 'vinegar', 'spice mix'],
    answers: allergenAnswers(),
  })
  sauce = { id, content, name, slug: `rumour-${sauceCount}` }
})

async function change(changes: ProductContent) {
  const { data, error } = await publishProduct(
    owner,
    sauce.id,
    { ...sauce.content, ...changes },
    sauce.content,
  )
  if (error !== null) throw error
  sauce = { ...sauce, content: data as ProductContent }
}

const ordered = (email: string, quantity = 1) =>
  insertOrder(database, {
    email,
    lines: [
      { slug: sauce.slug, name: sauce.name, quantity, allergens: String(sauce.content.allergens) },
    ],
  })

const question = v.object({
  version: v.number(),
  added: v.array(v.string()),
  mayBeCorrection: v.boolean(),
  isCorrection: v.nullable(v.boolean()),
})
const readers = v.object({
  version: v.string(),
  questions: v.array(question),
  readers: v.array(v.looseObject({ number: v.number() })),
})
const option = v.looseObject({
  version: v.number(),
  isAsOrdered: v.boolean(),
  isLatest: v.boolean(),
  allergens: v.nullable(v.string()),
})
const choices = v.object({
  choices: v.array(
    v.looseObject({
      number: v.number(),
      item: v.string(),
      latest: v.number(),
      options: v.array(option),
      chosen: v.array(v.number()),
    }),
  ),
  questions: v.array(question),
  corrected: v.array(v.looseObject({ number: v.number(), allergens: v.string() })),
})
const slips = v.array(
  v.looseObject({
    lines: v.array(
      v.looseObject({ allergens: v.string(), recipe: v.unknown(), isCorrected: v.boolean() }),
    ),
  }),
)

const readersOf = () => callRpc(readers, owner, 'desk_recipe_readers', { p_product: sauce.id })
const choicesOf = (number?: number) =>
  callRpc(choices, packer, 'desk_recipe_choices', number === undefined ? {} : { p_number: number })
const slipOf = async (number: number) =>
  (await callRpc(slips, packer, 'desk_slips', { p_numbers: [number] }))[0]?.lines[0]
const answer = (version: number, isCorrection: boolean, before?: boolean) =>
  packer.rpc('desk_answer_label_question', {
    p_product: sauce.id,
    p_version: version,
    p_is_correction: isCorrection,
    ...(before !== undefined && { p_before: before }),
  })

async function send(number: number, daysAgo = 0) {
  const { data } = await packer.rpc('desk_send', {
    p_carrier: 'Royal Mail',
    p_parcels: [{ number, tracking: '' }],
  })
  expect(data).toMatchObject({ refused: [] })
  await sql`
    update public.orders set fulfilled_at = fulfilled_at - make_interval(days => ${daysAgo}),
      created_at = created_at - make_interval(days => ${daysAgo}), paid_at = paid_at - make_interval(days => ${daysAgo})
    where number = ${number}`
}

async function choose(number: number, isOld: boolean) {
  const [choice] = (await choicesOf(number)).choices
  const jar = choice?.options.find(({ isAsOrdered }) => isAsOrdered === isOld)
  const { error } = await packer.rpc('desk_choose_recipes', {
    p_choices: [
      { item: choice?.item, latest: choice?.latest, was: choice?.chosen, versions: [jar?.version] },
    ],
  })
  expect(error).toBeNull()
}

async function queueNews() {
  const { version } = await readersOf()
  const { data, error } = await owner.rpc('desk_send_recipe_news', {
    p_product: sauce.id,
    p_version: version,
  })
  expect(error).toBeNull()
  return data as number
}

/** Sends all waiting emails of a template. Returns the text of each by the recipient's address. */
async function delivered(template = 'recipe_news') {
  await sql`update public.outbox set next_attempt_at = now() where template = ${template} and sent_at is null`
  const emails = await sendDueEmails(shop)
  return Object.fromEntries(
    emails
      .filter(({ text }) => text.includes(sauce.name))
      .map(({ to, subject, text }) => [
        to.address.replace('@example.com', ''),
        `${subject}\n${text.replaceAll(/\s+/g, ' ')}`,
      ]),
  )
}

/** Creates an order that arrived, one on its way and one that waits, and then adds peanuts to the label in a hurry. */
async function aHurry(changes: ProductContent = peanuts) {
  const had = await ordered('had@example.com')
  const way = await ordered('way@example.com')
  const waits = await ordered('waits@example.com')
  await send(had, 20)
  await send(way)
  await change(changes)
  return { had, way, waits }
}

test(
  'no email says that an old label is right before anybody has said whether it was wrong',
  { tags: ['abuse-food', 'email-recipe-changed-30'] },
  async () => {
    const { had, way, waits } = await aHurry()
    expect((await readersOf()).questions).toEqual([
      { version: 2, added: ['peanuts'], mayBeCorrection: true, isCorrection: null },
    ])
    expect(await queueNews()).toBe(3)
    const news = await delivered()
    for (const text of Object.values(news)) {
      expect(text).not.toMatch(/old recipe|still right|are right|new recipe|None of the 14/)
      expect(text).toContain(`${sauce.name} has a new label: it contains peanuts`)
    }
    const warning = 'If you avoid peanuts, please don’t eat it before you’ve asked us.'
    expect(news.had).toContain(
      `We can’t say yet whether that’s true of what you got with order ${had}`,
    )
    expect(news.had).toContain(warning)
    expect(news.way).toContain(`what’s on its way to you with order ${way}, too. ${warning}`)
    expect(news.waits).toContain(`Your order ${waits} hasn’t left yet.`)
    // A desk of an earlier version lets its packer choose the old jar without the answer.
    await choose(waits, true)
    await send(waits)
    expect((await delivered('order_sent')).waits).toMatch(
      /has changed since, and we can’t say yet.*If you avoid peanuts, please ask us before you eat it/,
    )
  },
)

test(
  'when the old label was wrong, Pack asks for no jar, and slip, parcel email and order have the right label',
  { tags: ['abuse-food'] },
  async () => {
    const { had, way, waits } = await aHurry()
    expect((await choicesOf()).choices.map(({ number }) => number)).toEqual([waits])
    await choose(waits, true)
    expect((await answer(2, true)).error).toBeNull()
    expect(await choicesOf()).toMatchObject({
      choices: [],
      corrected: [{ number: waits, allergens: 'Contains: peanuts.' }],
    })
    expect(await slipOf(waits)).toMatchObject({
      allergens: 'Contains: peanuts.',
      recipe: null,
      isCorrected: true,
    })
    for (const number of [had, way])
      expect((await choicesOf(number)).corrected).toMatchObject([
        { allergens: 'Contains: peanuts.' },
      ])
    await send(waits)
    const sent = (await delivered('order_sent')).waits
    expect(sent).toContain(`The label of ${sauce.name} was wrong when you ordered it.`)
    expect(sent).toContain('It contains: peanuts.')
    expect((await readersOf()).readers.map(({ number }) => number).toSorted()).toEqual([had, way])
  },
)

test(
  'an email about a wrong label says what was missing, not to eat it and how to get a refund',
  { tags: ['abuse-food', 'email-recipe-changed-30'] },
  async () => {
    const { had, way, waits } = await aHurry({
      answers: allergenAnswers({ peanuts: 'contains', lupin: 'may' }),
    })
    await sql`update public.orders set gift_to = 'Ines' where number = ${had}`
    await answer(2, true)
    expect(await queueNews()).toBe(3)
    const news = await delivered()
    for (const text of Object.values(news)) {
      expect(text).toContain(
        `The label of ${sauce.name} was wrong: it contains peanuts and may contain lupin`,
      )
      expect(text).not.toMatch(/old recipe|still right|are right|new recipe/)
    }
    expect(news.had).toContain(
      `What you got with order ${had} has the wrong label, and your receipt is wrong, too. If you avoid peanuts and lupin, please don’t eat it. Answer this email and we’ll refund you. It was a present: please tell the person who has it.`,
    )
    expect(news.way).toContain(`Order ${way} is on its way to you with the wrong label`)
    expect(news.way).not.toContain('present')
    expect(news.waits).toContain(
      `Your order ${waits} hasn’t left yet, and will go out with the right label.`,
    )
  },
)

test(
  'readers who were told that the recipe changed are written to again when the old label was wrong',
  { tags: ['abuse-food', 'email-recipe-changed-30'] },
  async () => {
    const { had, way, waits } = await aHurry()
    await answer(2, false)
    await queueNews()
    const first = await delivered()
    expect(first.had).toContain(`What you got with order ${had} is the old recipe`)
    expect((await readersOf()).readers).toEqual([])
    await choose(waits, true)
    expect((await answer(2, true)).error?.code).toBe('PT409')
    expect((await answer(2, true, false)).error).toBeNull()
    expect((await readersOf()).readers.map(({ number }) => number).toSorted()).toEqual([
      had,
      way,
      waits,
    ])
    await queueNews()
    const second = await delivered()
    expect(second.had).toContain(`A correction: The label of ${sauce.name} was wrong`)
    expect(second.had).toContain('is no longer right.')
    expect((await readersOf()).readers).toEqual([])
    // A choice that was made while there was one kind of jar does not count when there are two.
    await answer(2, false, true)
    expect((await choicesOf(waits)).choices).toMatchObject([{ chosen: [] }])
  },
)

test('readers of an email from before the question are written to again only when the old label was wrong', async () => {
  const { had, way } = await aHurry()
  await queueNews()
  await delivered()
  await sql`update public.sent_recipe_emails set answers = null`
  await answer(2, false)
  expect((await readersOf()).readers).toEqual([])
  await answer(2, true, false)
  expect((await readersOf()).readers.map(({ number }) => number)).toEqual(
    expect.arrayContaining([had, way]),
  )
})

test('a part parcel and the rest after it have the right label when the old one was wrong', async () => {
  const number = await ordered('tom@example.com', 3)
  await change(peanuts)
  await answer(2, true)
  const part = await packer.rpc('desk_send_part', {
    p_number: number,
    p_lines: [{ position: 0, quantity: 1 }],
    p_carrier: 'Royal Mail',
    p_tracking: '',
    p_left: 3,
  })
  expect(part.error).toBeNull()
  expect((await delivered('order_sent')).tom).toContain('It contains: peanuts.')
  await send(number)
  expect((await delivered('order_sent')).tom).toContain('It contains: peanuts.')
})

test(
  'a later change of the recipe is still asked for when the label before it was wrong',
  { tags: ['abuse-food'] },
  async () => {
    const { had, waits } = await aHurry()
    await answer(2, true)
    await change({
      ingredients: ['chillies', 'vinegar', 'spice mix', 'celery'],
      answers: allergenAnswers({ peanuts: 'contains', celery: 'contains' }),
    })
    expect((await choicesOf(waits)).questions).toMatchObject([
      { version: 2 },
      { added: ['celery'] },
    ])
    await answer(3, false)
    const [choice] = (await choicesOf(waits)).choices
    expect(choice?.options).toMatchObject([
      { isAsOrdered: true, allergens: 'Contains: peanuts.' },
      { isLatest: true, allergens: 'Contains: celery, peanuts.' },
    ])
    await choose(waits, true)
    expect(await slipOf(waits)).toMatchObject({ allergens: 'Contains: peanuts.' })
    await send(waits)
    expect((await delivered('order_sent')).waits).toContain('was wrong when you ordered it')
    await queueNews()
    const news = await delivered()
    expect(news.had).toContain(`The label of ${sauce.name} was wrong: it contains peanuts`)
    expect(news.had).toContain('Its recipe has changed since, too.')
    expect(news.had).toContain(`What you got with order ${had} has the wrong label`)
  },
)

test('jars of a recipe that was changed and changed back have its right label, too', async () => {
  const plain = sauce.content
  const { had } = await aHurry()
  await ordered('between@example.com')
  await change({ answers: plain['answers'] })
  await ordered('back@example.com')
  await answer(2, false)
  await change({ answers: allergenAnswers({ lupin: 'may' }) })
  await answer(4, true)
  expect((await choicesOf(had)).corrected).toMatchObject([
    { allergens: expect.stringContaining('May contain: lupin.') },
  ])
})

test('a warning that only the label of an order has is kept when that label is corrected', async () => {
  await sql`update public.products set allergens = 'Contains: celery.', allergen_answers = null where id = ${sauce.id}`
  const [before] = await sql`select public.product_content(${sauce.id}) as content`
  sauce = { ...sauce, content: before?.content as ProductContent }
  const number = await ordered('cautious@example.com')
  await change({ answers: allergenAnswers() })
  expect(await slipOf(number)).toMatchObject({
    allergens: expect.stringMatching(/^Contains: celery\. Not known: /),
  })
  await change(peanuts)
  await answer(2, true)
  expect(await slipOf(number)).toMatchObject({
    allergens: expect.stringMatching(/^Contains: celery\. .* Contains: peanuts\.$/),
  })
})

test('a label that also warns of less can’t be called a correction, and no email says that the old one is right', async () => {
  await change({ answers: allergenAnswers({ celery: 'may' }) })
  const { had } = await aHurry()
  const { questions } = await readersOf()
  expect(questions).toMatchObject([{ version: 3, added: ['peanuts'], mayBeCorrection: false }])
  expect(
    await callRefusedRpc(packer, 'desk_answer_label_question', {
      p_product: sauce.id,
      p_version: 3,
      p_is_correction: true,
    }),
  ).toContain('also warns of less than the old one')
  await queueNews()
  expect((await delivered()).had).toContain(
    `We can’t say yet whether that’s true of what you got with order ${had}`,
  )
})

test(
  'an email about a recipe says what is true when it is sent, and is not sent when the parcel’s email has said it',
  { tags: ['abuse-food', 'email-recipe-changed-30'] },
  async () => {
    const { had, way, waits } = await aHurry()
    await answer(2, false)
    await choose(waits, true)
    expect(await queueNews()).toBe(3)
    const [choice] = (await choicesOf(waits)).choices
    await packer.rpc('desk_choose_recipes', {
      p_choices: [
        { item: choice?.item, latest: choice?.latest, was: choice?.chosen, versions: [2] },
      ],
    })
    await send(waits)
    await sql`update public.order_items i set refunded_quantity = 1 from public.orders o where o.id = i.order_id and o.number = ${way}`
    const news = await delivered()
    expect(Object.keys(news)).toEqual(['had'])
    expect(news.had).toContain(`What you got with order ${had} is the old recipe`)
    const [row] =
      await sql`select count(*)::integer as count from public.outbox where template = 'recipe_news' and called_off`
    expect(row?.count).toBe(2)
    expect((await readersOf()).readers).toEqual([])
  },
)

test('an answer that is given while an email waits is in the email', async () => {
  await aHurry()
  await queueNews()
  await answer(2, true)
  expect((await delivered()).had).toContain(`The label of ${sauce.name} was wrong`)
  expect((await readersOf()).readers).toEqual([])
})

test('a shopper’s order shows the right label, and no jar that is not chosen any more', async () => {
  const { had, waits } = await aHurry()
  const [user] = await sql<{ id: string }[]>`
    select user_id as id from auth.mfa_factors where status = 'verified' limit 1`
  await sql`update public.orders set user_id = ${user?.id ?? null} where number = any (${[had, waits]})`
  const shown = (aal = 'aal2') =>
    sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user?.id, role: 'authenticated', aal })}, true)`
      const orders = (await sql`select id from public.orders`).map(({ id }) => String(id))
      await tx`set local role authenticated`
      return tx`
        select o.number::integer, r.is_corrected, r.is_sent, r.allergens
        from public.order_recipes(${orders}) r join public.orders o on o.id = r.order_id order by 1`
    })
  await choose(waits, false)
  expect(await shown()).toMatchObject([{ number: waits, is_corrected: false, is_sent: false }])
  await change({ answers: allergenAnswers({ peanuts: 'contains', milk: 'may' }) })
  expect(await shown()).toEqual([])
  await answer(2, true)
  expect(await shown()).toMatchObject([
    { number: had, is_corrected: true, allergens: 'Contains: peanuts.' },
  ])
  await answer(3, true)
  expect(await shown()).toMatchObject([
    { number: had, is_corrected: true, allergens: 'Contains: peanuts. May contain: milk.' },
    { number: waits, is_corrected: true, is_sent: false },
  ])
  expect(await shown('aal1')).toEqual([])
})
