import * as v from 'valibot'
import { dayText } from '../../domain/day-text.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDueEmails } from '../support/deliver.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder, crispLine } from './orders.ts'
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

const plain = { ingredients: ['chillies', 'vinegar'], answers: allergenAnswers() }
const peanuts = {
  ingredients: ['chillies', 'vinegar', 'peanuts'],
  answers: allergenAnswers({ peanuts: 'contains' }),
}
const noneNamed = 'None of the 14 named allergens is an ingredient.'

let sauce: { id: string; content: ProductContent; slug: string; name: string }
let sauceCount = 0
beforeEach(async () => {
  await sql`truncate public.orders, public.outbox cascade`
  sauceCount += 1
  const name = `Loose Lips ${sauceCount}`
  const { id, content } = await createPublishedProduct(owner, { name, ...plain })
  sauce = { id, content, name, slug: `loose-lips-${sauceCount}` }
})

async function change(changes: ProductContent) {
  const { data, error } = await publishProduct(
    owner,
    sauce.id,
    { ...sauce.content, ...changes },
    sauce.content,
  )
  if (error !== null) throw error
  // Each of these changes is one of the recipe, and corrects no label (`desk_answer_label_question`).
  await sql`update public.recipe_versions set is_correction = false where product_id = ${sauce.id}`
  sauce = { ...sauce, content: data as ProductContent }
}

const ordered = (quantity = 1, email = 'priya@example.com') =>
  insertOrder(database, {
    email,
    lines: [
      crispLine,
      { slug: sauce.slug, name: sauce.name, quantity, allergens: String(sauce.content.allergens) },
    ],
  })

const option = v.object({
  version: v.number(),
  since: v.string(),
  isAsOrdered: v.boolean(),
  isLatest: v.boolean(),
  ingredients: v.string(),
  allergens: v.nullable(v.string()),
})
const recipe = {
  item: v.string(),
  latest: v.number(),
  options: v.array(option),
  chosen: v.array(v.number()),
}
const choicesSchema = v.object({
  choices: v.array(
    v.object({
      number: v.number(),
      position: v.number(),
      name: v.string(),
      size: v.nullable(v.string()),
      pieces: v.number(),
      ...recipe,
    }),
  ),
  packed: v.array(
    v.looseObject({
      position: v.number(),
      isAsOrdered: v.boolean(),
      isLatest: v.boolean(),
      allergens: v.string(),
    }),
  ),
})
const slips = v.array(
  v.looseObject({
    number: v.number(),
    lines: v.array(
      v.looseObject({
        name: v.string(),
        allergens: v.nullable(v.string()),
        recipe: v.nullable(v.object(recipe)),
      }),
    ),
  }),
)
const sent = v.object({
  sent: v.array(v.number()),
  refused: v.array(v.object({ number: v.number(), message: v.string() })),
})

const choices = async (number?: number) =>
  (
    await callRpc(
      choicesSchema,
      packer,
      'desk_recipe_choices',
      number === undefined ? {} : { p_number: number },
    )
  ).choices
const packed = async (number: number) =>
  (await callRpc(choicesSchema, packer, 'desk_recipe_choices', { p_number: number })).packed
const lineOf = async (number: number) => {
  const [slip] = await callRpc(slips, packer, 'desk_slips', { p_numbers: [number] })
  return slip?.lines.find(({ name }) => name === sauce.name)
}
type Choice = Awaited<ReturnType<typeof choices>>[number]
const pickFrom = ({ item, latest, chosen, options }: Choice, jar: 'old' | 'new' | 'both') => ({
  item,
  latest,
  was: chosen,
  versions: options
    .filter(({ isAsOrdered }) => jar === 'both' || isAsOrdered === (jar === 'old'))
    .map(({ version }) => version),
})
async function choose(number: number, jar: 'old' | 'new' | 'both') {
  const open = await choices(number)
  return packer.rpc('desk_choose_recipes', { p_choices: open.map((one) => pickFrom(one, jar)) })
}
const pack = (number: number) =>
  packer.rpc('desk_set_packed', { p_numbers: [number], p_is_packed: true })
const send = (number: number, recipes?: unknown) =>
  callRpc(sent, packer, 'desk_send', {
    p_carrier: 'Royal Mail',
    p_parcels: [{ number, tracking: '', ...(recipes !== undefined && { recipes }) }],
  })
async function delivered() {
  await sql`update public.outbox set next_attempt_at = now()`
  return sendDueEmails(shop)
}

describe('packing a line whose recipe has changed since its order', () => {
  test(
    'a changed recipe asks for the choice of a jar with both labels, and its slip shows neither until then',
    { tags: ['abuse-food'] },
    async () => {
      const number = await ordered()
      expect(await choices()).toEqual([])
      expect((await lineOf(number))?.allergens).toBe(noneNamed)
      await change(peanuts)
      const [open] = await choices()
      expect(open).toMatchObject({
        number,
        position: 1,
        chosen: [],
        options: [
          { isAsOrdered: true, allergens: noneNamed, ingredients: 'chillies, vinegar' },
          { isAsOrdered: false, allergens: 'Contains: peanuts.' },
        ],
      })
      expect(await lineOf(number)).toMatchObject({ allergens: null, recipe: { chosen: [] } })
    },
  )

  test(
    'a line with a changed recipe can be neither packed nor sent before a jar is chosen',
    { tags: ['abuse-food'] },
    async () => {
      const number = await ordered()
      await change(peanuts)
      const fault = `Order ${number}: the recipe of ${sauce.name} changed since this order.`
      expect((await pack(number)).error?.message).toContain(fault)
      expect((await send(number)).refused[0]?.message).toContain(fault)
      const { data } = await shop.secret.rpc('fulfil_order', { p_number: number })
      expect(data).toMatchObject({ error: { code: 'old_or_new' } })
      expect(await sql`select from public.outbox`).toHaveLength(0)
      expect(await sql`select from public.orders where fulfilled_at is not null`).toHaveLength(0)
    },
  )

  test('the slip and the parcel email show the label of the chosen jar', async () => {
    const number = await ordered()
    await change(peanuts)
    expect((await choose(number, 'new')).error).toBeNull()
    expect((await lineOf(number))?.allergens).toBe('Contains: peanuts.')
    expect((await pack(number)).error).toBeNull()
    expect((await send(number)).sent).toEqual([number])
    expect(await packed(number)).toMatchObject([
      { position: 1, isAsOrdered: false, allergens: 'Contains: peanuts.' },
    ])
    const [email] = await delivered()
    expect(email?.text).toContain(`The ${sauce.name} in this parcel is made to a new recipe`)
    expect(email?.text).toContain('It now contains: peanuts')
    const notes =
      await sql`select after from public.desk_log where action = 'choose_recipe' and subject = ${`order:${number}`}`
    expect(notes).toMatchObject([{ after: { line: sauce.name, jar: 'new' } }])
  })

  test('an intermediate recipe can be chosen and the email does not call it new', async () => {
    const number = await ordered()
    await change(peanuts)
    await change({
      ingredients: ['chillies', 'sesame'],
      answers: allergenAnswers({ sesame: 'contains' }),
    })
    const [open] = await choices(number)
    const between = open?.options[1]
    const p_choices = [{ ...pickFrom(open as Choice, 'old'), versions: [between?.version] }]
    expect((await packer.rpc('desk_choose_recipes', { p_choices })).error).toBeNull()
    expect((await send(number)).sent).toEqual([number])
    expect(await packed(number)).toMatchObject([{ isAsOrdered: false, isLatest: false }])
    const [email] = await delivered()
    const day = dayText(between?.since ?? '')
    expect(email?.text).toContain(`${sauce.name}: the recipe of ${day}`)
    expect(email?.text).toContain('neither the one that you ordered nor today’s')
    expect(email?.text).toContain('It contains: peanuts')
    expect(email?.text).not.toContain('new recipe')
    const notes =
      await sql`select after from public.desk_log where action = 'choose_recipe' and subject = ${`order:${number}`}`
    expect(notes).toMatchObject([{ after: { jar: 'other', since: expect.any(String) } }])
  })

  test('the old jar keeps its label, and a mix of both jars shows both labels', async () => {
    const [one, two] = [await ordered(), await ordered(2, 'tom@example.com')]
    await change(peanuts)
    await choose(one, 'old')
    await choose(two, 'both')
    expect((await lineOf(one))?.allergens).toBe(noneNamed)
    expect(await lineOf(two)).toMatchObject({ allergens: null, recipe: { chosen: [1, 2] } })
    await send(one)
    await send(two)
    const emails = await delivered()
    const readBy = (who: string) => emails.find(({ to }) => to.address === who)?.text
    expect(readBy('priya@example.com')).toContain('is the recipe that you ordered')
    expect(readBy('priya@example.com')).not.toContain('peanuts')
    expect(readBy('tom@example.com')).toContain(`Some of the ${sauce.name}`)
    expect((await packed(two)).map(({ isAsOrdered }) => isAsOrdered)).toEqual([true, false])
  })

  test(
    'a parcel marked as sent offline is accepted with its recipe choice and refused without one',
    { tags: ['abuse-food'] },
    async () => {
      const [asked, older] = [await ordered(), await ordered()]
      await change(peanuts)
      const open = (await choices(asked)).map((one) => pickFrom(one, 'new'))
      expect(await send(asked, open)).toEqual({ sent: [asked], refused: [] })
      expect((await send(older)).refused.map(({ number }) => number)).toEqual([older])
      expect(await packed(asked)).toHaveLength(1)
      expect(await packed(older)).toHaveLength(0)
    },
  )

  test(
    'a recipe choice from before a further change is refused',
    { tags: ['abuse-food'] },
    async () => {
      const number = await ordered()
      await change(peanuts)
      const storedChoices = (await choices(number)).map((one) => pickFrom(one, 'new'))
      await change({ ...peanuts, answers: allergenAnswers({ peanuts: 'contains', milk: 'may' }) })
      expect((await send(number, storedChoices)).refused[0]?.message).toContain('changed again')
      expect(await choices(number)).toMatchObject([{ chosen: [], options: [{}, {}, {}] }])
    },
  )

  test('another recipe change asks for the choice again, unless the parcel is already packed', async () => {
    const [loose, shut] = [await ordered(), await ordered()]
    await change(peanuts)
    await choose(loose, 'new')
    await choose(shut, 'new')
    await pack(shut)
    const packedBy = (await choices(shut)).map((one) => pickFrom(one, 'new'))
    await change({ ...peanuts, answers: allergenAnswers({ peanuts: 'contains', milk: 'may' }) })
    const chosen = Object.fromEntries((await choices()).map((one) => [one.number, one.chosen]))
    expect(chosen).toEqual({ [loose]: [], [shut]: [2] })
    expect((await send(shut, packedBy)).sent).toEqual([shut])
    expect((await packed(shut))[0]?.allergens).toBe('Contains: peanuts.')
  })

  test('a recipe choice is refused as a conflict when somebody else made another one first', async () => {
    const number = await ordered()
    await change(peanuts)
    const [open] = await choices(number)
    if (open === undefined) throw new Error('Nothing is asked')
    await choose(number, 'old')
    const late = { p_choices: [pickFrom(open, 'new')] }
    expect(await callRefusedRpc(packer, 'desk_choose_recipes', late)).toContain('PT409')
    const again = { p_choices: [pickFrom(open, 'old')] }
    expect((await packer.rpc('desk_choose_recipes', again)).error).toBeNull()
    expect((await choices(number))[0]?.chosen).toEqual([1])
  })

  test('no recipe choice is asked for lines that are refunded, cancelled, unpaid or sent', async () => {
    const [back, gone, left] = [await ordered(), await ordered(), await ordered()]
    await sql`update public.order_items set refunded_quantity = quantity where name = ${sauce.name} and order_id = (select id from public.orders where number = ${back})`
    await sql`update public.orders set status = 'refunded', refunded = total where number = ${gone}`
    await send(left)
    await change(peanuts)
    expect(await choices()).toEqual([])
    expect((await send(back)).sent).toEqual([back])
  })

  test(
    'a recipe choice is asked when an allergen trace is added and not when only the wording changes',
    { tags: ['abuse-food'] },
    async () => {
      // A product with an old label: it has a text about allergens, but no answers for the fourteen allergens.
      const words = 'Contains: mustard. Made in a kitchen that handles milk.'
      const label = async () => {
        await sql`update public.products set allergens = ${words}, allergen_answers = null where id = ${sauce.id}`
        await sql`delete from public.recipe_versions where product_id = ${sauce.id}`
        const { content } = (await owner.rpc('desk_product', { p_product: sauce.id })).data
        sauce = { ...sauce, content }
      }
      await label()
      const number = await ordered()
      await change({ tagline: 'Other words.' })
      await change({ answers: allergenAnswers({ mustard: 'contains', milk: 'may' }) })
      expect(await choices(number)).toEqual([])
      await label()
      await change({
        answers: allergenAnswers({ mustard: 'contains', milk: 'may', peanuts: 'may' }),
      })
      expect(await choices(number)).toMatchObject([{ options: [{}, { isAsOrdered: false }] }])
    },
  )

  test('a part parcel records its own recipe choice and the remaining pieces are asked for again', async () => {
    const number = await ordered(2)
    await change(peanuts)
    const part = (line: object) => ({
      p_number: number,
      p_lines: [{ position: 1, quantity: 1, ...line }],
      p_carrier: 'Royal Mail',
      p_tracking: '',
      p_left: 4,
    })
    expect(await callRefusedRpc(packer, 'desk_send_part', part({}))).toContain(
      'old jar or the new one',
    )
    const both = part({ versions: [1, 2], latest: 2 })
    expect(await callRefusedRpc(packer, 'desk_send_part', both)).toContain('old jar or the new one')
    const { error, data } = await packer.rpc('desk_send_part', part({ versions: [1], latest: 2 }))
    expect(error).toBeNull()
    expect((await choices(number))[0]?.chosen).toEqual([])
    await choose(number, 'new')
    await send(number)
    expect((await packed(number)).map(({ isAsOrdered }) => isAsOrdered)).toEqual([true, false])
    const emails = await delivered()
    const withPeanuts = emails.filter(({ text }) => text?.includes('peanuts'))
    expect(withPeanuts.map(({ text }) => text?.includes('Part of your order'))).toEqual([false])
    expect(emails).toHaveLength(2)
    expect(data).toEqual(expect.any(String))
  })

  test('a recipe version stays stored once one of its jars was sent, though nobody ordered it', async () => {
    const number = await ordered()
    const before = sauce.content
    await change(peanuts)
    await choose(number, 'new')
    await send(number)
    await change({ ingredients: before['ingredients'], answers: before['answers'] })
    const versions =
      await sql`select version from public.recipe_versions where product_id = ${sauce.id} order by 1`
    expect(versions.map(({ version }) => version)).toEqual([1, 2, 3])
  })

  test('an order on hold is not sent, and its recipe choice is still asked for', async () => {
    const number = await ordered()
    await change(peanuts)
    await sql`update public.orders set on_hold_since = now(), dispute_state = 'open' where number = ${number}`
    expect(await choices(number)).toHaveLength(1)
    const { refused } = await send(
      number,
      (await choices(number)).map((one) => pickFrom(one, 'old')),
    )
    expect(refused[0]?.message).toBe(
      `Order ${number} is on hold: the bank has questioned its payment. Don’t pack or send it`,
    )
    await sql`update public.orders set on_hold_since = null where number = ${number}`
    expect((await send(number)).refused[0]?.message).toContain('changed since this order')
  })

  test('the label of a recipe choice matches the product page, including what is not known', async () => {
    const number = await ordered()
    await sql`update public.products set ingredients = ingredients || '{peanuts}', allergens = 'Contains: peanuts.', allergen_answers = null where id = ${sauce.id}`
    const [open] = await choices(number)
    expect(open?.options[1]?.allergens).toMatch(/^Contains: peanuts\. Not known: celery, /)
  })

  test('the terminal command can choose the jar', async () => {
    const number = await ordered()
    await change(peanuts)
    const { data } = await shop.secret.rpc('choose_recipes', { p_number: number, p_jar: 'new' })
    expect(data).toEqual({ number })
    expect((await choices(number))[0]?.chosen).toEqual([2])
    expect((await send(number)).sent).toEqual([number])
  })
})

test('a stored recipe choice is refused once its recipe was withdrawn, and never applies to another recipe', async () => {
  const number = await ordered()
  const before = sauce.content
  await change(peanuts)
  const storedChoices = (await choices(number)).map((one) => pickFrom(one, 'new'))
  await change({ ingredients: before['ingredients'], answers: before['answers'] })
  await change({
    ingredients: ['chillies', 'butter'],
    answers: allergenAnswers({ milk: 'contains' }),
  })
  expect((await send(number, storedChoices)).refused[0]?.message).toContain('changed again')
  expect(
    await callRefusedRpc(packer, 'desk_choose_recipes', { p_choices: storedChoices }),
  ).toContain('PT409')
  expect((await choices(number))[0]?.options.map(({ version }) => version)).toEqual([1, 3])
})

test.each(['merchandise', 'subscription-box', 'sauce'])(
  'a change to the allergen answers alone asks for a recipe choice for a %s',
  async (category) => {
    await sql`update public.products set category = ${category} where id = ${sauce.id}`
    const number = await ordered()
    await sql`update public.products set allergen_answers = allergen_answers || '{"peanuts": "contains"}' where id = ${sauce.id}`
    const [open] = await choices(number)
    expect(open?.options.map(({ allergens }) => allergens?.includes('peanuts'))).toEqual([
      false,
      true,
    ])
    expect(await lineOf(number)).toMatchObject({ allergens: null, recipe: { chosen: [] } })
  },
)

test('the current recipe is not called new at the desk, in emails or at the terminal when an order came with an older one and it was changed back', async () => {
  const before = sauce.content
  const first = await ordered()
  await change(peanuts)
  const second = await ordered(1, 'tom@example.com')
  await sql`update public.orders set created_at = now() where number = ${second}`
  await change({ ingredients: before['ingredients'], answers: before['answers'] })
  const facts = async (number: number) =>
    (await choices(number))[0]?.options.map(({ isAsOrdered, isLatest }) => [isAsOrdered, isLatest])
  expect(await facts(first)).toEqual([
    [true, true],
    [false, false],
  ])
  expect(await facts(second)).toEqual([
    [true, false],
    [false, true],
  ])
  const { data } = await shop.secret.rpc('choose_recipes', { p_number: first, p_jar: 'new' })
  expect(data).toMatchObject({ error: { code: 'wrong_jar' } })
  const letter = await owner.rpc('desk_recipe_letter', { p_product: sauce.id, p_number: first })
  expect(JSON.stringify(letter.data)).toContain('Contains: peanuts.')
})

test('a choice of both jars is asked for again once a refund leaves one piece', async () => {
  const number = await ordered(2)
  await change(peanuts)
  await choose(number, 'both')
  await sql`update public.order_items set refunded_quantity = 1 where name = ${sauce.name}`
  expect((await choices(number))[0]?.chosen).toEqual([])
  expect((await send(number)).refused).toHaveLength(1)
  expect((await choose(number, 'both')).error?.message).toContain('old jar or the new one')
})

test('a resent order email says which jar was packed', async () => {
  const number = await ordered(2)
  await change(peanuts)
  const again = async () => {
    const p_request = crypto.randomUUID()
    expect((await owner.rpc('desk_resend', { p_number: number, p_request })).error).toBeNull()
    const [email] = (await delivered()).filter(({ subject }) => subject.includes('is in'))
    return email?.text
  }
  expect(await again()).toMatch(/may get.*Contains: peanuts/s)
  await choose(number, 'new')
  await send(number)
  expect(await again()).toMatch(/made to a new recipe.*Contains: peanuts/s)
})

test('a shopper can read which recipe was packed for their own order and for no other', async () => {
  const number = await ordered()
  await change(peanuts)
  await choose(number, 'new')
  await send(number)
  const shopper = await sql<{ id: string }[]>`select id from auth.users limit 1`
  await sql`update public.orders set user_id = ${shopper[0]?.id ?? null} where number = ${number}`
  const asRole = (id: string) =>
    sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated', aal: 'aal2' })}, true)`
      await tx`set local role authenticated`
      return tx`select allergens from public.packed_recipes`
    })
  expect(await asRole(shopper[0]?.id ?? '')).toHaveLength(1)
  expect(await asRole('00000000-0000-4000-8000-000000000000')).toHaveLength(0)
})

test('a packed jar is called new only while its recipe is the latest on sale', async () => {
  const number = await ordered()
  await change(peanuts)
  await choose(number, 'new')
  expect((await pack(number)).error).toBeNull()
  await change({ ...peanuts, answers: allergenAnswers({ peanuts: 'contains', milk: 'may' }) })
  expect((await send(number)).sent).toEqual([number])
  expect(await packed(number)).toMatchObject([{ isAsOrdered: false, isLatest: false }])
  const [email] = await delivered()
  expect(email?.text).toContain('neither the one that you ordered nor today’s')
  expect(email?.text).not.toContain('new recipe')
  await change(peanuts)
  expect(await packed(number)).toMatchObject([{ isAsOrdered: false, isLatest: true }])
})

test.each(['hidden', 'coming-soon'])(
  'a recipe that was changed while its unsold product was %s and later comes back asks for a recipe choice',
  { tags: ['abuse-food'] },
  async (shelf) => {
    await change(peanuts)
    await change({ shelf })
    await change(plain)
    await change({ shelf: 'live' })
    const number = await ordered()
    expect(await choices(number)).toEqual([])
    await change({ ...peanuts, ingredients: ['chillies', 'garlic', 'peanuts'] })
    const [open] = await choices(number)
    expect(open?.options).toMatchObject([
      { isAsOrdered: true, ingredients: 'chillies, vinegar', allergens: noneNamed },
      { isAsOrdered: false, isLatest: true, allergens: 'Contains: peanuts.' },
    ])
    expect((await send(number)).refused).toHaveLength(1)
    const letter = await owner.rpc('desk_recipe_letter', { p_product: sauce.id, p_number: number })
    expect(letter.data).toMatchObject({ data: { newAllergens: ['peanuts'] } })
  },
)

test.each([false, true])(
  'answers that are taken back ask for a recipe choice when the earlier label warned of more, with an earlier version: %s',
  { tags: ['abuse-food'] },
  async (hasVersion) => {
    if (hasVersion) await change({ ingredients: ['chillies', 'spice paste'] })
    await sql`update public.products set allergens = 'Contains: peanuts.', allergen_answers = null where id = ${sauce.id}`
    if (!hasVersion) await sql`delete from public.recipe_versions where product_id = ${sauce.id}`
    const { content } = (await owner.rpc('desk_product', { p_product: sauce.id })).data
    sauce = { ...sauce, content }
    const cautious = await ordered()
    await change({ answers: allergenAnswers() })
    const number = await ordered(1, 'tom@example.com')
    expect((await lineOf(number))?.allergens).toBe(noneNamed)
    expect(await choices()).toEqual([])
    await change({ answers: null, allergens: 'Contains: peanuts.' })
    expect(await choices(number)).toMatchObject([
      {
        options: [
          { allergens: noneNamed },
          { allergens: expect.stringMatching(/^Contains: peanuts\./) },
        ],
      },
    ])
    expect((await send(number)).refused).toHaveLength(1)
    expect(await choices(cautious)).toEqual([])
    const { data } = await owner.rpc('desk_recipe_readers', { p_product: sauce.id })
    expect(data.readers).toMatchObject([{ number }])
  },
)

test.each([
  { first: 'choice', outcome: { error: undefined, versions: 3, open: [[]] } },
  { first: 'undo', outcome: { error: 'changed', versions: 1, open: [] } },
])(
  'a recipe choice and the undo of its recipe wait for each other when the $first began first',
  { tags: ['abuse-food'] },
  async ({ first, outcome }) => {
    const number = await ordered()
    const [before] =
      await sql`select ingredients, allergens, allergen_answers from public.products where id = ${sauce.id}`
    await change(peanuts)
    const [open] = await choices(number)
    const earlier = await sql.reserve()
    type Session = Pick<typeof earlier, 'unsafe'>
    const run = {
      choice: (session: Session) =>
        session.unsafe('select public.choose_recipe($1, null, array[2], 2) as error', [
          open?.item ?? null,
        ]),
      undo: (session: Session) =>
        session.unsafe(
          'update public.products set ingredients = $2, allergens = $3, allergen_answers = $4 where id = $1',
          [sauce.id, before?.ingredients, before?.allergens, before?.allergen_answers],
        ),
    }
    await earlier`begin`
    await (first === 'choice' ? run.choice(earlier) : run.undo(earlier))
    let isDone = false
    const later = (first === 'choice' ? run.undo(sql) : run.choice(sql)).finally(
      () => (isDone = true),
    )
    const isHeld = async () =>
      isDone || (await sql`select from pg_locks where not granted`).length > 0
    await expect.poll(isHeld).toBe(true)
    expect(isDone).toBe(false)
    await earlier`commit`
    earlier.release()
    const [row] = await later
    const versions =
      await sql`select version from public.recipe_versions where product_id = ${sauce.id}`
    const chosen = (await choices(number)).map((choice) => choice.chosen)
    expect({ error: row?.error, versions: versions.length, open: chosen }).toEqual(outcome)
  },
)
