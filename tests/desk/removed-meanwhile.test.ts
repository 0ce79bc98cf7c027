import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createTestShop } from '../support/shop.ts'
import { aSauce } from './products-typed.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
  await sql`delete from public.announcement_bar`
  await sql`delete from public.holiday`
  await sql`delete from public.last_boxes`
})

const tomorrow = addDays(londonDay(Date.now()), 1)
const gone = randomUUID()
const product = { p_product: gone }
const evening = { p_slug: 'gone', p_day: tomorrow, p_seen: 1 }
const date = {
  kind: 'market',
  title: 'Market',
  text: '',
  venue: 'the-dolphin',
  day: tomorrow,
  from: '10:00',
  to: '12:00',
  isWeekly: false,
  until: '',
}

/** Calls with valid arguments, for rows that have been removed. */
const calls: Record<string, Record<string, unknown>> = {
  desk_answer_enquiry: { p_id: gone, p_letter: gone, p_text: 'Hello', p_seen: 0 },
  desk_bring_back: evening,
  desk_cancel_date: evening,
  desk_change_code: { p_code: 'GONE10', p_revision: 1 },
  desk_change_date: { p_slug: 'gone', p_date: date, p_version: 1 },
  desk_change_enquiry: { p_id: gone, p_field: 'note', p_value: 'Mine', p_seen: '' },
  desk_move_date: {
    ...evening,
    p_to: { day: tomorrow, from: '10:00', to: '12:00', venue: 'the-dolphin', words: '' },
  },
  desk_move_faq: { p_id: 'gone', p_to: 2, p_from: 1 },
  desk_move_testimonial: { p_id: gone, p_to: 2, p_from: 1 },
  desk_note_person: { p_email: 'gone@example.com', p_note: 'Mine', p_seen: 'Theirs' },
  desk_answer_label_question: {
    ...product,
    p_version: 2,
    p_is_correction: true,
    p_before: false,
  },
  desk_publish: { ...product, p_content: aSauce(), p_before: aSauce(), p_request: randomUUID() },
  desk_save_faq: { p_id: 'gone', p_question: 'Why?', p_answer: 'Because.', p_version: 1 },
  desk_save_testimonial: {
    p_id: gone,
    p_page: 'contact',
    p_author: 'Priya',
    p_location: 'Leeds',
    p_words: 'Hot.',
    p_is_sample: false,
    p_version: 1,
  },
  desk_save_venue: {
    p_venue: { name: 'The Gone', street: '1 High Street', locality: 'Leeds', postcode: 'LS1 1AA' },
    p_slug: 'gone',
    p_version: 1,
  },
  desk_send_recipe_news: { ...product, p_version: 'x' },
  desk_set_announcement: {
    p_words: 'Mine',
    p_link: null,
    p_from: null,
    p_until: null,
    p_is_on: true,
    p_version: 1,
  },
  desk_set_delivery_price: { p_method: 'gone', p_pence: 100, p_before: 200 },
  desk_set_delivery_service: {
    p_method: 'gone',
    p_service: { serviceCode: 'CRL48', packageSize: 'parcel', packagingGrams: 50 },
    p_before: { serviceCode: null, packageSize: null, packagingGrams: 0 },
  },
  desk_set_holiday: {
    p_from: tomorrow,
    p_until: tomorrow,
    p_sends_on: addDays(tomorrow, 1),
    p_words: '',
    p_is_on: true,
    p_version: 1,
  },
  desk_set_last_box: { p_kind: 'bear', p_month: 'May', p_contents: 'Jam', p_version: 1 },
  desk_set_price: { ...product, p_pence: 500, p_before: 400 },
  desk_set_sold_out: { ...product, p_is_sold_out: true, p_version: 1 },
  desk_set_weight: { ...product, p_grams: 100, p_before: 50 },
  desk_set_stock: { ...product, p_stock: 5, p_before: 4 },
  desk_withdraw_code: { p_code: 'GONE10', p_withdrawn: true, p_revision: 1 },
}

/** Calls that succeed although the row has been removed already, because they remove it themselves. */
const idempotentCalls: Record<string, Record<string, unknown>> = {
  desk_remove_date: { p_slug: 'gone', p_version: 1 },
  desk_remove_faq: { p_id: 'gone', p_version: 1 },
  desk_remove_testimonial: { p_id: gone, p_version: 1 },
}

/** Functions that change an order or its box. No function removes an order, so they need no test with a removed row. */
const ofOrders = [
  'desk_cancel_order',
  'desk_pay_back',
  'desk_send_part',
  'desk_set_order_note',
  'desk_skip_box',
]

/** The names of the arguments that contain the version on which a change is based, without `p_`. */
const bases = ['version', 'before', 'seen', 'revision', 'from', 'left', 'was', 'due']
const functions = await sql<{ name: string }[]>`
  select p.proname as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\\_%' and p.provolatile = 'v'
    and p.proargnames && ${bases.map((name) => `p_${name}`)}
    and has_function_privilege('authenticated', p.oid, 'execute')
  order by 1`

test('every desk function that takes a base version is tested with a removed row', () => {
  expect(functions.map(({ name }) => name)).toEqual(
    [...Object.keys(calls), ...Object.keys(idempotentCalls), ...ofOrders].toSorted(),
  )
})

test.each(Object.entries(calls))(
  '%s answers 409 with a clear message when its row was removed meanwhile',
  { tags: ['abuse-removed-meanwhile'] },
  async (name, args) => {
    const { error, status } = await owner.client.rpc(name, args)
    expect([status, error?.code]).toEqual([409, 'PT409'])
    expect(error?.message).toMatch(
      /^(?:It was removed meanwhile|Somebody else changed this first)\.$/,
    )
    expect(() => JSON.parse(error?.details ?? '')).not.toThrow()
  },
)

test.each(Object.entries(idempotentCalls))(
  '%s succeeds when the row is already removed',
  async (name, args) => {
    expect((await owner.client.rpc(name, args)).error).toBeNull()
  },
)

test('no function of the database deletes an order', async () => {
  const removing = await sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'delete from public\\.(orders|subscriptions)\\M'`
  expect(removing).toEqual([])
})
