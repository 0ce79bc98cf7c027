import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, londonDay } from '../../domain/dates.ts'
import { createTestShop } from '../support/shop.ts'
import { aPaidOrder } from './orders.ts'
import { aStaff, type StaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
let owner: StaffMember
beforeAll(async () => {
  owner = await aStaff(shop, 'owner')
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

/** Calls of the desk that change something, each after what it needs: the function and its arguments. */
const changes: Record<string, () => Promise<[name: string, args: Arguments]>> = {
  'an answer to an enquiry': async () => ['desk_answer_enquiry', await anAnswer()],
  'the undo of an answer to an enquiry': async () => {
    const answer = await anAnswer()
    await call('desk_answer_enquiry', answer)
    return ['desk_unsend', { p_letter: answer['p_letter'] }]
  },
  'an email to a person': async () => ['desk_write_person', aLetter()],
  'the undo of an email to a person': async () => {
    const letter = aLetter()
    await call('desk_write_person', letter)
    return ['desk_unsend', { p_letter: letter.p_letter }]
  },
  'the undo of an order’s repeated email': async () => {
    const args = { p_number: await aPaidOrder(shop.database), p_request: randomUUID() }
    await call('desk_resend', args)
    return ['desk_undo_resend', args]
  },
  'a pick list': async () => {
    const [listed, unlisted] = [await aPaidOrder(shop.database), await aPaidOrder(shop.database)]
    await call('desk_make_pick_list', { p_numbers: [listed] })
    return ['desk_make_pick_list', { p_numbers: [listed, unlisted], p_request: randomUUID() }]
  },
  'an invitation': async () => {
    const email = `${randomUUID()}@example.com`
    return ['desk_invite', { p_email: email, p_role: 'packer', p_request: randomUUID() }]
  },
  'a new code': async () => ['desk_add_code', code('NEWCODE')],
  'a changed code': async () => {
    await call('desk_add_code', code('CHANGED'))
    return ['desk_change_code', { p_code: 'CHANGED', p_revision: 1, p_max_uses: 9 }]
  },
  'a withdrawn code': async () => {
    await call('desk_add_code', code('WITHDRAWN'))
    return ['desk_withdraw_code', { p_code: 'WITHDRAWN', p_withdrawn: true, p_revision: 1 }]
  },
  'a moved event': async () => {
    const { event } = await aDate()
    return ['desk_move_date', { ...event, p_to: moved }]
  },
  'a cancelled event': async () => {
    const { event } = await aDate()
    return ['desk_cancel_date', { ...event, p_words: 'Rain.' }]
  },
  'an event that is left out': async () => {
    const { event } = await aDate()
    return ['desk_cancel_date', { ...event, p_is_quiet: true }]
  },
  'a restored event': async () => {
    const { event } = await aDate()
    await call('desk_cancel_date', event)
    return ['desk_bring_back', { ...event, p_seen: 1 }]
  },
  'a changed date': async () => {
    const { date, slug } = await aDate()
    const changed = { ...date, title: 'Another name', text: 'Rain or shine.' }
    return ['desk_change_date', { p_slug: slug, p_date: changed, p_version: 1 }]
  },
  'a removed date': async () => {
    const { slug } = await aDate()
    return ['desk_remove_date', { p_slug: slug, p_version: 1 }]
  },
  'a weekly date that is ended': async () => {
    const { date, slug } = await aDate(addDays(soon, 140))
    const last = addDays(String(date['day']), 14)
    return ['desk_remove_date', { p_slug: slug, p_version: 1, p_from: last }]
  },
  'a new place': async () => ['desk_save_venue', { p_venue: { ...yard, name: 'The Yard' } }],
  'a changed place': async () => {
    const slug = await call('desk_save_venue', { p_venue: { ...yard, name: 'The Barn' } })
    const venue = { ...yard, name: 'The Big Barn' }
    return ['desk_save_venue', { p_venue: venue, p_slug: slug, p_version: 1 }]
  },
}

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
  async (_, prepare) => {
    const [name, args] = await prepare()
    const before = await countChanges()
    const answer = await call(name, args)
    const after = await countChanges()
    expect(after).not.toEqual(before)
    expect(await call(name, args)).toEqual(answer)
    expect(await countChanges()).toEqual(after)
  },
)
