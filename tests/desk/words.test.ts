import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { wordsSql } from '../../supabase/seed/seed-sql.ts'
import { createTestShop } from '../support/shop.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
})
beforeEach(async () => {
  await sql`delete from public.announcement_bar`
  await sql`delete from public.holiday`
})

const today = londonDay(Date.now())
const shown = async () => (await shop.anon.rpc('shop_notices')).data
const announced = async () =>
  (await sql`select count(*)::int as n from public.announcements where announcement = 'all'`)[0]?.n
const logOf = (subject: string) =>
  sql`select action, before, after from public.desk_log where subject = ${subject} order by id`

const bar = { p_words: 'Order by Tuesday 22.', p_link: '/shop', p_from: null, p_until: null }
const setBar = (change: object) =>
  owner.client.rpc('desk_set_announcement', { ...bar, p_is_on: true, p_version: null, ...change })

test('a saved announcement bar is shown at once and every process is notified', async () => {
  const before = await announced()
  const { data, error } = await setBar({})
  expect(error).toBeNull()
  expect(data).toMatchObject({ words: 'Order by Tuesday 22.', isOn: true, version: 1 })
  expect(await shown()).toEqual({
    bar: { words: 'Order by Tuesday 22.', link: '/shop' },
    holiday: null,
  })
  expect(await announced()).toBe(Number(before) + 1)
  expect((await logOf('bar')).at(-1)).toMatchObject({ action: 'announcement', before: null })
})

test.each([
  ['scheduled from tomorrow', { p_from: addDays(today, 1) }, false],
  ['scheduled until yesterday', { p_until: addDays(today, -1) }, false],
  ['scheduled for today only', { p_from: today, p_until: today }, true],
  ['switched off', { p_is_on: false }, false],
])('a bar that is %s is shown or hidden accordingly: %o', async (_, change, isShown) => {
  expect((await setBar(change)).error).toBeNull()
  expect(((await shown()) as { bar: unknown }).bar !== null).toBe(isShown)
})

test('a bar change based on an outdated version is refused with the current one, and a repeated one is saved once', async () => {
  await setBar({})
  expect((await setBar({})).data).toMatchObject({ version: 1 })
  const late = await setBar({ p_words: 'Mine', p_version: null })
  expect(late.error).toMatchObject({ code: 'PT409' })
  expect(JSON.parse(late.error?.details ?? '')).toMatchObject({ words: 'Order by Tuesday 22.' })
  expect((await setBar({ p_words: 'Mine', p_version: 1 })).data).toMatchObject({ version: 2 })
})

test.each([
  [{ p_words: '' }, 'The bar has 1 to 140 characters.'],
  [{ p_words: 'x'.repeat(141) }, 'The bar has 1 to 140 characters.'],
  [{ p_link: '//evil.example' }, 'The link is a page of the shop, such as /shop.'],
  [{ p_link: 'https://evil.example' }, 'The link is a page of the shop, such as /shop.'],
  [{ p_link: '/\\evil' }, 'The link is a page of the shop, such as /shop.'],
  [{ p_from: '2026-12-24', p_until: '2026-12-23' }, 'The last day is before the first.'],
  [{ p_is_on: null }, 'The bar is on or off.'],
])('a bar with %o is refused', async (change, message) => {
  expect((await setBar(change)).error).toMatchObject({ code: 'PT400', message })
})

test('a bar from 31 February is refused', async () => {
  expect((await setBar({ p_from: '2027-02-31' })).error?.code).toBe('22008')
})

test('markup in the bar is shown as plain text', async () => {
  await setBar({ p_words: '<b>Hot</b>\n& cold' })
  expect(await shown()).toMatchObject({ bar: { words: 'bHot/b & cold' } })
})

const days = { p_from: today, p_until: addDays(today, 3), p_sends_on: addDays(today, 5) }
const setHoliday = (change: object = {}) =>
  owner.client.rpc('desk_set_holiday', {
    ...days,
    p_words: '',
    p_is_on: true,
    p_version: null,
    ...change,
  })

test('a holiday is announced from its first day until parcels leave again', async () => {
  await setHoliday()
  const expected = { closedUntil: days.p_until, leavesOn: days.p_sends_on, words: '' }
  expect(await shown()).toEqual({ bar: null, holiday: expected })
  const at = async (day: string) =>
    (await sql`select public.holiday_at(${`${day}T12:00:00Z`}) as holiday`)[0]?.holiday
  expect(await at(addDays(today, -1))).toBeNull()
  expect(await at(addDays(today, 4))).toEqual(expected)
  expect(await at(addDays(today, 5))).toBeNull()
})

test.each([
  [{ p_until: null }, 'A holiday has a first day, a last day, and a day of sending again.'],
  [{ p_until: addDays(today, -1) }, 'The last day is before the first.'],
  [{ p_sends_on: days.p_until }, 'Sending has to start again after the last day.'],
  [
    { p_until: addDays(today, 300), p_sends_on: addDays(today, 301) },
    'That is more than four months without a parcel. Did the year slip?',
  ],
  [{ p_words: 'x'.repeat(141) }, 'The line about it has at most 140 characters.'],
])('a holiday with %o is refused', async (change, message) => {
  expect((await setHoliday(change)).error).toMatchObject({ code: 'PT400', message })
})

const priceOf = async (id: string) =>
  (await sql`select price, next_price from public.delivery_methods where id = ${id}`)[0]

test('a changed delivery price waits for the payment provider, is logged and queued as a job', async () => {
  const set = (p_pence: number | null, p_before: number) =>
    owner.client.rpc('desk_set_delivery_price', { p_method: 'standard', p_pence, p_before })
  expect((await set(395, 329)).error).toBeNull()
  expect((await set(395, 329)).error).toBeNull()
  expect(await priceOf('standard')).toEqual({ price: 329, next_price: 395 })
  expect(
    (await sql`select subject from public.catalogue_jobs where subject = 'delivery:standard'`)
      .length,
  ).toBeGreaterThan(0)
  expect((await set(400, 329)).error).toMatchObject({ code: 'PT409', details: '{"price": 395}' })
  for (const wrong of [5001, -1, null])
    expect((await set(wrong, 395)).error?.message).toBe('Delivery costs from nothing to £50.00.')
  expect((await owner.client.rpc('desk_words')).data).toMatchObject({
    delivery: [{ id: 'standard', price: 395, sells: 329 }, { id: 'priority' }, { id: 'xl' }],
  })
  expect((await set(329, 395)).error).toBeNull()
  expect(await priceOf('standard')).toEqual({ price: 329, next_price: null })
  expect(await logOf('delivery:standard')).toHaveLength(2)
})

const listOf = async (page: string) =>
  (
    await sql<{ author: string; isSample: boolean }[]>`
      select author, is_sample as "isSample" from public.testimonials where page = ${page} order by position`
  ).map(({ author, isSample }) => (isSample ? `${author} (sample)` : author))

const saying = {
  p_page: 'contact',
  p_author: 'Noor',
  p_location: 'Hackney',
  p_words: 'Hot.',
  p_is_sample: false,
}

test('a testimonial can be added, changed, moved, removed and restored', async () => {
  const id = randomUUID()
  const save = (change: object) =>
    owner.client.rpc('desk_save_testimonial', { p_id: id, ...saying, p_version: null, ...change })
  expect(await listOf('contact')).toEqual(['Priya (sample)', 'Fran (sample)', 'Theo (sample)'])
  expect((await save({})).error).toBeNull()
  expect((await save({})).error).toBeNull()
  expect((await save({ p_words: 'Hotter.', p_version: 1 })).error).toBeNull()
  expect((await save({ p_words: 'Hottest.', p_version: 1 })).error?.code).toBe('PT409')
  const move = (p_to: number, p_from: number) =>
    owner.client.rpc('desk_move_testimonial', { p_id: id, p_to, p_from })
  expect((await move(1, 4)).error).toBeNull()
  expect((await move(1, 4)).error).toBeNull()
  expect((await move(2, 4)).error).toMatchObject({ code: 'PT409', details: '{"place": 1}' })
  expect(await listOf('contact')).toEqual([
    'Noor',
    'Priya (sample)',
    'Fran (sample)',
    'Theo (sample)',
  ])
  const remove = (p_version: number) =>
    owner.client.rpc('desk_remove_testimonial', { p_id: id, p_version })
  expect((await remove(1)).error?.code).toBe('PT409')
  expect((await remove(2)).error).toBeNull()
  expect((await remove(2)).error).toBeNull()
  expect((await save({ p_place: 2 })).error).toBeNull()
  expect((await listOf('contact')).slice(0, 2)).toEqual(['Priya (sample)', 'Noor'])
  expect((await logOf(`testimonial:${id}`)).map(({ action }) => action)).toEqual([
    'testimonial',
    'testimonial',
    'testimonial_moved',
    'testimonial_gone',
    'testimonial',
  ])
})

test.each([
  [{ p_page: 'home' }, 'Please choose a page.'],
  [{ p_author: ' ' }, 'A name has 1 to 60 characters.'],
  [{ p_location: 'x'.repeat(61) }, 'A place has 1 to 60 characters.'],
  [
    { p_words: 'x'.repeat(161) },
    'The words have 1 to 160 characters, so that they fit their sticker.',
  ],
])('a testimonial with %o is refused', async (change, message) => {
  const saved = await owner.client.rpc('desk_save_testimonial', {
    p_id: randomUUID(),
    ...saying,
    p_version: null,
    ...change,
  })
  expect(saved.error).toMatchObject({ code: 'PT400', message })
})

const questions = async () =>
  (await sql<{ id: string }[]>`select id from public.faqs order by position`).map(({ id }) => id)

test('a question can be added, changed, moved and removed, and is not seeded again', async () => {
  const save = (change: object) =>
    owner.client.rpc('desk_save_faq', {
      p_id: 'gifts',
      p_question: 'Do you wrap gifts?',
      p_answer: 'Yes. [Ask](mailto:{email}).\r\n\r\nOr [shop](/shop).',
      p_version: null,
      ...change,
    })
  expect((await save({})).error).toBeNull()
  expect((await save({ p_question: 'Do you wrap?', p_version: 7 })).error?.code).toBe('PT409')
  expect((await save({ p_question: 'Do you wrap?', p_version: 1 })).error).toBeNull()
  expect(
    (await owner.client.rpc('desk_move_faq', { p_id: 'gifts', p_to: 2, p_from: 4 })).error,
  ).toBeNull()
  expect(await questions()).toEqual(['allergies', 'gifts', 'delivery', 'vegetarian-vegan'])
  const [row] = await sql`select answer, version from public.faqs where id = 'gifts'`
  expect(row).toEqual({
    answer: 'Yes. [Ask](mailto:{email}).\n\nOr [shop](/shop).',
    version: 2,
  })
  for (const id of await questions()) {
    const p_version = id === 'gifts' ? 2 : 1
    expect((await owner.client.rpc('desk_remove_faq', { p_id: id, p_version })).error).toBeNull()
  }
  await sql.unsafe(wordsSql())
  expect(await questions()).toEqual([])
})

test.each([
  [{ p_question: '' }, 'A question has 1 to 160 characters.'],
  [{ p_answer: '' }, 'An answer has 1 to 4,000 characters.'],
  [{ p_answer: 'It costs {price}.' }, 'The facts in braces are {delivery}, {diets} and {email}.'],
  [{ p_answer: '{delivery' }, 'The facts in braces are {delivery}, {diets} and {email}.'],
  [
    { p_answer: '[x](javascript:alert(1))' },
    'A link leads to a page of the shop, such as [words](/shop), to https:// or to mailto:.',
  ],
  [
    { p_answer: '[x](//evil.example)' },
    'A link leads to a page of the shop, such as [words](/shop), to https:// or to mailto:.',
  ],
  [{ p_id: 'A B' }, 'It needs a short name for its address.'],
])('a question with %o is refused', async (change, message) => {
  const saved = await owner.client.rpc('desk_save_faq', {
    p_id: 'x',
    p_question: 'Why?',
    p_answer: 'So.',
    p_version: null,
    ...change,
  })
  expect(saved.error).toMatchObject({ code: 'PT400', message })
})

const setLast = (change: object = {}) =>
  owner.client.rpc('desk_set_last_box', {
    p_kind: 'bear',
    p_month: 'October 2026',
    p_contents: 'Nashville Chilli Crisp\n\n  A tote bag ',
    p_version: null,
    ...change,
  })
const lastBoxes = async () =>
  (await shop.anon.from('last_boxes').select('kind,month,contents')).data

test('the contents of the last box are public, and an empty list removes them', async () => {
  expect(await lastBoxes()).toEqual([])
  const before = await announced()
  expect((await setLast()).data).toMatchObject({ version: 1 })
  expect(await announced()).toBe(Number(before) + 1)
  const october = {
    kind: 'bear',
    month: 'October 2026',
    contents: ['Nashville Chilli Crisp', 'A tote bag'],
  }
  expect(await lastBoxes()).toEqual([october])
  expect((await setLast()).data).toMatchObject({ version: 1 })
  const late = await setLast({ p_month: 'November 2026' })
  expect(late.error).toMatchObject({ code: 'PT409' })
  expect(JSON.parse(late.error?.details ?? '')).toMatchObject(october)
  expect(await setLast({ p_contents: ' ', p_version: 1 })).toMatchObject({
    data: null,
    error: null,
  })
  expect(await lastBoxes()).toEqual([])
  expect((await logOf('last_box:bear')).map(({ action }) => action)).toEqual([
    'last_box',
    'last_box',
  ])
})

test.each([
  [{ p_kind: 'otter' }, 'There is no such box.'],
  [{ p_month: ' ' }, 'The month has 1 to 40 characters.'],
  [{ p_contents: 'x'.repeat(121) }, 'A line has at most 120 characters.'],
  [{ p_contents: 'x\n'.repeat(21) }, 'There is room for 20 lines.'],
])('a last box with %o is refused', async (change, message) => {
  expect((await setLast(change)).error).toMatchObject({ code: 'PT400', message })
})
