import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createTestShop } from '../support/shop.ts'
import { insertOrder } from './orders.ts'
import { createStaffMember, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await createStaffMember(shop, 'owner')
})

type Arguments = Record<string, unknown>
async function call(name: string, args: Arguments): Promise<unknown> {
  const { data, error } = await owner.client.rpc(name, args)
  expect(error).toBeNull()
  return data
}

const soon = addDays(londonDay(Date.now()), 7)
let events = 0
/** Adds a date on a day of its own, weekly when it has a last day. Returns the arguments that name its first occurrence. */
async function aDate(until = ''): Promise<{ date: Arguments; slug: unknown; event: Arguments }> {
  events += 1
  const day = until === '' ? addDays(soon, events) : addDays(soon, 100 + events)
  const hours = { from: '09:00', to: '09:30' }
  const words = { kind: 'market', title: `Market ${events}`, text: '', venue: 'the-formica-cafe' }
  const date = { ...words, ...hours, day, until, isWeekly: until !== '' }
  const slug = await call('desk_add_date', { p_date: date, p_request: randomUUID() })
  return { date, slug, event: { p_slug: slug, p_day: day, p_seen: 0 } }
}

const moved = {
  day: addDays(soon, 60),
  from: '09:00',
  to: '09:30',
  venue: 'the-formica-cafe',
  words: '',
}
const yard = { street: '1 Row', locality: 'London', postcode: 'SE5 8ZZ', website: '' }
const code = (name: string) => ({ p_code: name, p_percent: 10, p_max_uses: 5 })

async function anAnswer(): Promise<Arguments> {
  const given = {
    kind: 'catering',
    name: 'Hannah Osei',
    email: `${randomUUID()}@example.com`,
    phone: '',
    date: '',
    eventType: 'Wedding',
    guestCount: '45',
    message: 'Fried chicken, please.',
  }
  await sql`select public.store_enquiry(${sql.json(given)}, 'owner@example.com')`
  const [enquiry] = await sql`select id from public.enquiries order by created_at desc limit 1`
  return { p_id: enquiry?.id, p_letter: randomUUID(), p_text: 'With pleasure.', p_seen: 0 }
}

const aLetter = () => ({
  p_email: 'priya@example.com',
  p_letter: randomUUID(),
  p_subject: 'Your parcel',
  p_text: 'It is on its way.',
})

/** Calls of the desk that change something, with the function and what prepares its arguments. */
const changes: Record<string, [name: string, prepare: () => Promise<Arguments>]> = {
  'an answer to an enquiry': ['desk_answer_enquiry', anAnswer],
  'the undo of an answer to an enquiry': [
    'desk_unsend',
    async () => {
      const answer = await anAnswer()
      await call('desk_answer_enquiry', answer)
      return { p_letter: answer['p_letter'] }
    },
  ],
  'an email to a person': ['desk_write_person', async () => aLetter()],
  'the undo of an email to a person': [
    'desk_unsend',
    async () => {
      const letter = aLetter()
      await call('desk_write_person', letter)
      return { p_letter: letter.p_letter }
    },
  ],
  'the undo of an order’s repeated email': [
    'desk_undo_resend',
    async () => {
      const args = { p_number: await insertOrder(shop.database), p_request: randomUUID() }
      await call('desk_resend', args)
      return args
    },
  ],
  'a pick list': [
    'desk_make_pick_list',
    async () => {
      const [listed, unlisted] = [
        await insertOrder(shop.database),
        await insertOrder(shop.database),
      ]
      await call('desk_make_pick_list', { p_numbers: [listed] })
      return { p_numbers: [listed, unlisted], p_request: randomUUID() }
    },
  ],
  'an invitation': [
    'desk_invite',
    async () => {
      const email = `${randomUUID()}@example.com`
      return { p_email: email, p_role: 'packer', p_request: randomUUID() }
    },
  ],
  'a new code': ['desk_add_code', async () => code('NEWCODE')],
  'a changed code': [
    'desk_change_code',
    async () => {
      await call('desk_add_code', code('CHANGED'))
      return { p_code: 'CHANGED', p_revision: 1, p_max_uses: 9 }
    },
  ],
  'a withdrawn code': [
    'desk_withdraw_code',
    async () => {
      await call('desk_add_code', code('WITHDRAWN'))
      return { p_code: 'WITHDRAWN', p_withdrawn: true, p_revision: 1 }
    },
  ],
  'a moved event': [
    'desk_move_date',
    async () => {
      const { event } = await aDate()
      return { ...event, p_to: moved }
    },
  ],
  'a cancelled event': [
    'desk_cancel_date',
    async () => {
      const { event } = await aDate()
      return { ...event, p_words: 'Rain.' }
    },
  ],
  'an event that is left out': [
    'desk_cancel_date',
    async () => {
      const { event } = await aDate()
      return { ...event, p_is_quiet: true }
    },
  ],
  'a restored event': [
    'desk_bring_back',
    async () => {
      const { event } = await aDate()
      await call('desk_cancel_date', event)
      return { ...event, p_seen: 1 }
    },
  ],
  'a changed date': [
    'desk_change_date',
    async () => {
      const { date, slug } = await aDate()
      const changed = { ...date, title: 'Another name', text: 'Rain or shine.' }
      return { p_slug: slug, p_date: changed, p_version: 1 }
    },
  ],
  'a removed date': [
    'desk_remove_date',
    async () => {
      const { slug } = await aDate()
      return { p_slug: slug, p_version: 1 }
    },
  ],
  'a weekly date that is ended': [
    'desk_remove_date',
    async () => {
      const { date, slug } = await aDate(addDays(soon, 140))
      const last = addDays(String(date['day']), 14)
      return { p_slug: slug, p_version: 1, p_from: last }
    },
  ],
  'a new place': ['desk_save_venue', async () => ({ p_venue: { ...yard, name: 'The Yard' } })],
  'a changed place': [
    'desk_save_venue',
    async () => {
      const slug = await call('desk_save_venue', { p_venue: { ...yard, name: 'The Barn' } })
      const venue = { ...yard, name: 'The Big Barn' }
      return { p_venue: venue, p_slug: slug, p_version: 1 }
    },
  ],
}

/**
 * The names, without `desk_`, of changes that are repeated in tests of their own, or that a repeat does once more without
 * harm.
 */
const others = `
  add_date answer_label_question back_up cancel_order change_enquiry choose_recipes end_sessions erase_person export_person join
  mail move_faq move_stock move_testimonial note_person pay_back pick publish put_back refund_again
  release_hold remove remove_faq remove_testimonial resend save_faq save_testimonial send send_part
  send_recipe_news set_announcement set_delivery_price set_delivery_service set_holiday set_last_box
  set_order_note set_packed set_price set_sold_out set_stock set_weight settle_refund skip_box stop_box
  try_again undo_sent unwrite_recipe_news
  write_recipe_news`

/** The number of logged changes, queued emails, codes, places and dates. */
async function countChanges(): Promise<unknown> {
  const [counts] = await sql`
    select (select count(*)::integer from public.desk_log) as log, (select count(*)::integer from public.outbox) as emails,
      (select count(*)::integer from public.discount_codes) as codes, (select count(*)::integer from public.venues) as venues,
      (select sum(sequence)::integer from public.date_changes) as events`
  return counts
}

test.each(Object.entries(changes))(
  '%s whose answer was lost has the same answer when the desk repeats it, and is not done twice',
  async (_, [name, prepare]) => {
    const args = await prepare()
    const before = await countChanges()
    const answer = await call(name, args)
    const after = await countChanges()
    expect(after).not.toEqual(before)
    expect(await call(name, args)).toEqual(answer)
    expect(await countChanges()).toEqual(after)
  },
)

test('every function of the desk that changes something is considered in this file', async () => {
  const functions = await sql<{ name: string }[]>`
    select distinct p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'desk\\_%' and p.provolatile = 'v'
      and has_function_privilege('authenticated', p.oid, 'execute')
    order by 1`
  const repeated = Object.values(changes).map(([name]) => name)
  const considered = others.match(/\w+/g)?.map((name) => `desk_${name}`) ?? []
  expect([...new Set([...repeated, ...considered])].toSorted()).toEqual(
    functions.map(({ name }) => name),
  )
})
