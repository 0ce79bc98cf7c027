import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { flyerDesigns } from '../../app/content/pop-ups.ts'
import { addDays, type Day, londonDay, getWeekday } from '../../domain/dates.ts'
import { getWeeklyDays } from '../../domain/date-form.ts'
import { startTestDatabase } from '../support/database.ts'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { createStaffMember } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { sql } = shop.database
const owner = (await createStaffMember(shop, 'owner')).client
const packer = (await createStaffMember(shop, 'packer')).client

const today = londonDay(Date.now())
/** Returns the next date on the given weekday after `after`; 0 is Sunday. */
function next(weekday: number, after: Day = today): Day {
  const day = addDays(after, 1)
  return getWeekday(day) === weekday ? day : next(weekday, day)
}
const tuesday = next(2)
const saturday = next(6)

/** Leaves only the weekly Taco Tuesday, without changes of single nights, and deletes all other dates. */
async function plainWeeks(): Promise<void> {
  await sql`delete from public.dates where slug <> 'taco-tuesday'`
  await sql`delete from public.date_changes`
}

const shown = v.object({
  changedAt: v.string(),
  dates: v.array(
    v.object({
      slug: v.string(),
      kind: v.string(),
      title: v.string(),
      text: v.string(),
      day: v.string(),
      from: v.string(),
      to: v.string(),
      place: v.object({ name: v.string(), postcode: v.string() }),
      state: v.string(),
      words: v.string(),
      sequence: v.number(),
      was: v.nullable(v.object({ day: v.string(), from: v.string() })),
    }),
  ),
})

/** Returns the dates as the shop's pages read them. */
const pages = async (first = today, last = addDays(today, 70)) =>
  (await callRpc(shown, shop.anon, 'dates_between', { p_first: first, p_last: last })).dates
const onPages = async (slug: string) => (await pages()).find((date) => date.slug === slug)

const evening = v.object({
  series: v.string(),
  planned: v.string(),
  day: v.string(),
  state: v.string(),
  seen: v.number(),
})
const onDesk = v.object({
  evenings: v.array(evening),
  series: v.array(v.object({ slug: v.string(), version: v.number() })),
  venues: v.array(v.object({ slug: v.string(), name: v.string(), version: v.number() })),
  enquiries: v.array(v.object({ name: v.string(), day: v.string(), stage: v.string() })),
})
const desk = () => callRpc(onDesk, owner, 'desk_dates')

const market = {
  kind: 'market',
  title: 'Saturday market',
  text: 'Rain or shine.',
  venue: 'the-formica-cafe',
  day: saturday,
  from: '10:00',
  to: '15:00',
  isWeekly: false,
  until: '',
}
const add = async (changes: object = {}, request = randomUUID()) =>
  callRpc(v.string(), owner, 'desk_add_date', {
    p_date: { ...market, ...changes },
    p_request: request,
  })
const noAdd = (changes: object) =>
  callRefusedRpc(owner, 'desk_add_date', {
    p_date: { ...market, ...changes },
    p_request: randomUUID(),
  })

const tacos = { p_slug: 'taco-tuesday', p_day: tuesday, p_seen: 0 }
const callDesk = async (name: string, args: object, client: SupabaseClient = owner) => {
  const { error } = await client.rpc(name, args)
  expect(error).toBeNull()
}

describe('the seeded dates', () => {
  test('the two pop-ups of 2025 stay as announced and every flyer has its date', async () => {
    const dates = await pages()
    const past = dates.filter(({ day }) => day.startsWith('2025'))
    expect(past.map(({ day, place }) => [day, place.name])).toEqual([
      ['2025-06-05', 'Mabel’s in the Square'],
      ['2025-07-10', 'Mabel’s in the Square'],
    ])
    const slugs = dates.map(({ slug }) => slug)
    expect(Object.keys(flyerDesigns).filter((slug) => !slugs.includes(slug))).toEqual([])
  })

  test('tacos take place every Tuesday except on the nights off, with the next of five texts each week', async () => {
    const nights = (await pages('2026-11-24', '2027-01-31')).filter(({ kind }) => kind === 'taco')
    const off = ['2026-12-22', '2026-12-29', '2027-01-05']
    expect(nights.map(({ day }) => day)).toEqual(
      getWeeklyDays('2026-11-24', '2027-01-31').filter((day) => !off.includes(day)),
    )
    expect(nights[0]).toMatchObject({
      slug: 'taco-tuesday-2026-11-24',
      from: '17:30',
      to: '21:30',
      sequence: 0,
    })
    expect(new Set(nights.map(({ text }) => text)).size).toBe(5)
    expect(await pages('2022-04-01', '2022-05-10')).toContainEqual(
      expect.objectContaining({ slug: 'taco-tuesday-2022-05-03' }),
    )
    expect((await pages('2022-04-01', '2022-05-02')).filter(({ kind }) => kind === 'taco')).toEqual(
      [],
    )
  })

  test('a request for dates returns at most a year of evenings', async () => {
    const years = await pages('2026-01-01', '9999-01-01')
    expect(years.filter(({ kind }) => kind === 'taco').length).toBeLessThanOrEqual(53)
  })
})

describe('cancelling, moving and restoring a date', () => {
  beforeEach(plainWeeks)

  test('a cancelled evening stays on the pages with its reason, and the rest of its series is unchanged', async () => {
    await callDesk('desk_cancel_date', { ...tacos, p_words: ' The fryer\nhas had enough. ' })
    expect(await onPages(`taco-tuesday-${tuesday}`)).toMatchObject({
      state: 'cancelled',
      words: 'The fryer has had enough.',
      sequence: 1,
    })
    expect((await pages()).filter(({ state }) => state !== 'on')).toHaveLength(1)
  })

  test('the announcement bar shows a cancellation of tonight until midnight and is cleared when the date is restored or moved', async () => {
    await sql`delete from public.announcement_bar`
    const slug = await add({ title: 'Tonight', day: today, from: '23:58', to: '23:59' })
    const tonight = { p_slug: slug, p_day: today, p_in_bar: true, p_words: 'Rain.' }
    const bar = async () =>
      (await sql`select words, ends_on::text, is_on from public.announcement_bar`)[0]
    await callDesk('desk_cancel_date', { ...tacos, p_in_bar: true })
    expect(await bar()).toBeUndefined()
    await callDesk('desk_cancel_date', { ...tonight, p_seen: 0 })
    const expectedBar = { words: 'Tonight is cancelled today. Rain.', ends_on: today, is_on: true }
    expect(await bar()).toEqual(expectedBar)
    await callDesk('desk_bring_back', { p_slug: slug, p_day: today, p_seen: 1 })
    expect(await bar()).toMatchObject({ is_on: false })
    await callDesk('desk_cancel_date', { ...tonight, p_seen: 2 })
    expect(await bar()).toEqual(expectedBar)
    const later = {
      day: today,
      from: '23:57',
      to: '23:59',
      venue: 'mabels-in-the-square',
      words: '',
    }
    await callDesk('desk_move_date', { p_slug: slug, p_day: today, p_seen: 3, p_to: later })
    expect(await bar()).toMatchObject({ is_on: false })
    await sql`update public.announcement_bar set words = 'Closed at Christmas.', ends_on = ${addDays(today, 9)}, is_on = false`
    await callDesk('desk_cancel_date', { ...tonight, p_seen: 4 })
    expect(await bar()).toMatchObject({ words: 'Closed at Christmas.' })
  })

  test('a restored date has a higher sequence number than its cancellation, so that calendars accept it', async () => {
    await callDesk('desk_cancel_date', tacos)
    await callDesk('desk_bring_back', { ...tacos, p_seen: 1 })
    expect(await onPages(`taco-tuesday-${tuesday}`)).toMatchObject({
      state: 'on',
      words: '',
      sequence: 2,
    })
  })

  test('an evening that is cancelled quietly disappears from the pages and stays at the desk', async () => {
    await callDesk('desk_cancel_date', { ...tacos, p_is_quiet: true })
    expect(await onPages(`taco-tuesday-${tuesday}`)).toBeUndefined()
    const { evenings } = await desk()
    expect(evenings).toContainEqual({
      series: 'taco-tuesday',
      planned: tuesday,
      day: tuesday,
      state: 'off',
      seen: 1,
    })
  })

  test('a moved evening keeps its slug and shows its original date', async () => {
    const to = {
      day: addDays(tuesday, 1),
      from: '18:00',
      to: '22:00',
      venue: 'mabels-in-the-square',
    }
    await callDesk('desk_move_date', { ...tacos, p_to: { ...to, words: 'A wedding.' } })
    expect(await onPages(`taco-tuesday-${tuesday}`)).toMatchObject({
      day: to.day,
      from: '18:00',
      state: 'moved',
      words: 'A wedding.',
      sequence: 1,
      place: { name: 'Mabel’s in the Square' },
      was: { day: tuesday, from: '17:30' },
    })
  })

  test('an evening that was moved into the requested period is returned', async () => {
    const to = { day: addDays(tuesday, -1), from: '18:00', to: '22:00', venue: 'the-formica-cafe' }
    const week = addDays(tuesday, 7)
    await callDesk('desk_move_date', { ...tacos, p_day: week, p_to: to })
    const [found] = (await pages(to.day, to.day)).filter(({ kind }) => kind === 'taco')
    expect(found).toMatchObject({ slug: `taco-tuesday-${week}`, day: to.day })
  })

  test('a change based on an outdated version is refused with the current one', async () => {
    await callDesk('desk_cancel_date', { ...tacos, p_words: 'First.' })
    const { error } = await owner.rpc('desk_cancel_date', { ...tacos, p_words: 'Second.' })
    expect(error?.code).toBe('PT409')
    expect(JSON.parse(error?.details ?? '')).toMatchObject({ state: 'cancelled', words: 'First.' })
  })

  test.each([
    ['a date that does not exist', { p_day: '2027-02-31' }, 'That is not a real date.'],
    ['a word instead of a date', { p_day: 'tonight' }, 'That is not a real date.'],
    ['a day without an evening', { p_day: addDays(tuesday, 1) }, 'There is no such evening.'],
    ['a past evening', { p_day: addDays(tuesday, -14) }, 'That evening’s over.'],
    [
      'a reason that is too long',
      { p_words: 'x'.repeat(201) },
      'The reason has up to 200 characters.',
    ],
  ])('cancelling is refused for %s', async (_, args, words) => {
    expect(await callRefusedRpc(owner, 'desk_cancel_date', { ...tacos, ...args })).toBe(
      `PT400 ${words}`,
    )
  })

  const to = { day: saturday, from: '18:00', to: '22:00', venue: 'the-formica-cafe' }
  test.each([
    ['31 February', { day: '2027-02-31' }, 'That is not a real date.'],
    ['yesterday', { day: addDays(today, -1) }, 'That day has gone.'],
    ['an end before its beginning', { to: '17:00' }, 'It ends before it begins.'],
    ['no hours', { from: null }, 'When does it begin, and when does it end?'],
    ['no venue', { venue: 'no-such' }, 'Where is it? Please choose a place.'],
    [
      'the time and place of its plan',
      { day: tuesday, from: '17:30', to: '21:30' },
      'That is where and when it is planned. Bring it back instead.',
    ],
  ])('a date cannot be moved to %s', async (_, change, words) => {
    const p_to = { ...to, ...change }
    expect(await callRefusedRpc(owner, 'desk_move_date', { ...tacos, p_to })).toBe(`PT400 ${words}`)
  })

  test('a date cannot be moved to a time that is taken, nor restored to one', async () => {
    const week = addDays(tuesday, 7)
    const onto = { ...to, day: week, from: '20:00' }
    expect(await callRefusedRpc(owner, 'desk_move_date', { ...tacos, p_to: onto })).toMatch(
      /^PT400 Tuesday \d+ \w+ is taken: Taco Tuesday, 17:30 to 21:30\.$/,
    )
    await callDesk('desk_cancel_date', tacos)
    await callDesk('desk_move_date', { ...tacos, p_day: week, p_to: { ...to, day: tuesday } })
    expect(await callRefusedRpc(owner, 'desk_bring_back', { ...tacos, p_seen: 1 })).toContain(
      'is taken',
    )
  })
})

describe('adding, changing and removing a date', () => {
  beforeEach(plainWeeks)

  test('a new date appears on the pages at once, with a permanent slug', async () => {
    const slug = await add()
    expect(slug).toMatch(/^market-saturday-market-[a-z]+-\d{4}$/)
    expect(await onPages(slug)).toMatchObject({ title: 'Saturday market', day: saturday })
  })

  test('markup in a date is stored as plain text', async () => {
    const slug = await add({ title: '<b>Beans</b> & "more"', text: '<script>alert(1)</script>' })
    expect(await onPages(slug)).toMatchObject({
      title: '<b>Beans</b> & "more"',
      text: '<script>alert(1)</script>',
    })
  })

  test('a date that is submitted twice is added once', async () => {
    const request = randomUUID()
    expect(await add({}, request)).toBe(await add({}, request))
    expect((await pages()).filter(({ kind }) => kind === 'market')).toHaveLength(1)
  })

  test('a weekly date skips a day that the desk lists as confirmed for an enquiry', async () => {
    const third = addDays(saturday, 14)
    await sql`
      insert into public.enquiries (kind, reference, name, email, phone, guest_count, message, event_type, event_on, stage)
      values ('catering', 'CAT-0A1B2C3E', 'Hannah Osei', 'h@example.com', '', 20, 'Hello', 'Wedding', ${third}, 'confirmed')`
    const slug = await add({ isWeekly: true, until: addDays(saturday, 21) })
    const shows = (await pages()).filter((date) => date.slug.startsWith(slug))
    expect(shows.map(({ day }) => day)).toEqual([0, 7, 21].map((days) => addDays(saturday, days)))
    await sql`delete from public.enquiries`
  })

  test('a weekly date with an end skips the weeks that are taken', async () => {
    await add({ title: 'A wedding', day: addDays(saturday, 7) })
    const until = addDays(saturday, 21)
    const slug = await add({ isWeekly: true, until, text: 'One.\n\nTwo.' })
    const weeks = (await pages()).filter((date) => date.slug.startsWith(`${slug}-`))
    expect(weeks.map(({ day }) => day)).toEqual([saturday, addDays(saturday, 14), until])
    expect(new Set(weeks.map(({ text }) => text))).toEqual(new Set(['One.', 'Two.']))
  })

  test.each([
    ['an end before its beginning', { to: '09:00' }, 'It ends before it begins.'],
    ['31 February', { day: '2027-02-31' }, 'That is not a real date.'],
    ['a past day', { day: addDays(today, -1) }, 'That day has gone.'],
    ['a day more than two years away', { day: '2099-01-01' }, 'That is more than two years away.'],
    ['an hour that does not exist', { from: '25:00' }, 'When does it begin, and when does it end?'],
    ['an unknown kind', { kind: 'rave' }, 'What kind of date is it?'],
    ['no name', { title: ' \n ' }, 'The name is missing.'],
    ['a name that is too long', { title: 'x'.repeat(81) }, 'The name has up to 80 characters.'],
    ['no place', { venue: '' }, 'Where is it? Please choose a place.'],
    [
      'a last day before the first',
      { isWeekly: true, until: addDays(saturday, -1) },
      'The last day is before the first.',
    ],
    [
      'a weekly date whose days are all taken',
      { isWeekly: true, day: tuesday, from: '18:00', to: '22:00', until: tuesday },
      'Every one of these days is taken.',
    ],
  ])('adding a date is refused for %s', async (_, changes, words) => {
    expect(await noAdd(changes)).toBe(`PT400 ${words}`)
  })

  test('two dates cannot overlap, even past midnight', async () => {
    await add({ from: '21:00', to: '02:00' })
    const after = { day: addDays(saturday, 1), from: '01:00', to: '04:00' }
    expect(await noAdd(after)).toContain('is taken: Saturday market, 21:00 to 02:00.')
    await add({ ...after, from: '02:00' })
  })

  test('changing the hours of a weekly date is refused when they overlap another date', async () => {
    const slug = await add({ isWeekly: true, until: addDays(saturday, 21) })
    const second = addDays(saturday, 7)
    await add({ day: second, from: '18:00', to: '22:00', title: 'Feast' })
    const later = { ...market, isWeekly: true, until: addDays(saturday, 21), to: '19:00' }
    const change = { p_slug: slug, p_date: later, p_version: 1 }
    expect(await callRefusedRpc(owner, 'desk_change_date', change)).toMatch(
      /is taken: Feast, 18:00 to 22:00\. Cancel or move one of the two first\.$/,
    )
    await callDesk('desk_change_date', { ...change, p_date: { ...later, to: '18:00' } })
    await callDesk('desk_cancel_date', { p_slug: slug, p_day: second, p_seen: 1 })
    await callDesk('desk_change_date', { ...change, p_version: 2 })
  })

  test('extending a weekly date skips the new weeks that are taken', async () => {
    const until = (weeks: number) => ({ isWeekly: true, until: addDays(saturday, 7 * weeks) })
    const slug = await add(until(1))
    await add({ day: addDays(saturday, 14), title: 'Feast' })
    const change = { p_slug: slug, p_date: { ...market, ...until(3) }, p_version: 1 }
    await callDesk('desk_change_date', change)
    const shows = (await pages()).filter((date) => date.slug.startsWith(`${slug}-`))
    expect(shows.map(({ day }) => day)).toEqual([0, 7, 21].map((days) => addDays(saturday, days)))
  })

  test('the title and hours of a date can change, with a new sequence number for calendars, and its day cannot', async () => {
    const slug = await add()
    const changed = { ...market, title: 'Sunday best', from: '11:00', day: addDays(saturday, 1) }
    const change = { p_slug: slug, p_date: changed, p_version: 1 }
    await callDesk('desk_change_date', change)
    expect(await onPages(slug)).toMatchObject({
      title: 'Sunday best',
      from: '11:00',
      day: saturday,
      sequence: 1,
    })
    const outdated = { ...change, p_date: market }
    expect(await callRefusedRpc(owner, 'desk_change_date', outdated)).toContain('PT409')
  })

  test('removing a single date deletes it, and removing a weekly date ends it', async () => {
    const slug = await add()
    const single = { p_slug: slug, p_version: 1 }
    expect(await callRefusedRpc(owner, 'desk_remove_date', { ...single, p_version: 2 })).toContain(
      'PT409',
    )
    await callDesk('desk_remove_date', single)
    expect(await onPages(slug)).toBeUndefined()
    const weekly = await add({ isWeekly: true })
    const third = addDays(saturday, 14)
    await callDesk('desk_remove_date', { p_slug: weekly, p_version: 1, p_from: third })
    const left = (await pages()).filter((date) => date.slug.startsWith(weekly))
    expect(left.map(({ day }) => day)).toEqual([saturday, addDays(saturday, 7)])
    const evening = { p_slug: weekly, p_day: third, p_seen: 0 }
    expect(await callRefusedRpc(owner, 'desk_cancel_date', evening)).toContain('PT409')
  })

  test('a venue can be added and changed, and is refused without an address', async () => {
    const yard = {
      name: 'The Yard',
      street: '1 Example Row',
      locality: 'London',
      postcode: 'se58zz',
    }
    const given = { p_slug: null, p_venue: { ...yard, website: '' }, p_version: null }
    const slug = await callRpc(v.string(), owner, 'desk_save_venue', given)
    const date = await add({ venue: slug })
    await callDesk('desk_save_venue', {
      p_slug: slug,
      p_venue: { ...yard, name: 'The Big Yard' },
      p_version: 1,
    })
    expect(await onPages(date)).toMatchObject({
      place: { name: 'The Big Yard', postcode: 'SE5 8ZZ' },
    })
    expect(await callRefusedRpc(owner, 'desk_save_venue', { ...given, p_slug: slug })).toContain(
      'PT409',
    )
    const refused = (change: object) =>
      callRefusedRpc(owner, 'desk_save_venue', { ...given, p_venue: { ...yard, ...change } })
    expect(await refused({ postcode: 'London' })).toBe('PT400 That’s not a postcode.')
    expect(await refused({ name: '' })).toBe('PT400 The name of the place is missing.')
    expect(await refused({ website: 'javascript:alert(1)' })).toBe(
      'PT400 The website begins with https://.',
    )
  })
})

describe('notifications about dates', () => {
  beforeEach(plainWeeks)

  test('each change of a date is logged with its previous state', async () => {
    await callDesk('desk_cancel_date', { ...tacos, p_words: 'Rain.' })
    const [row] =
      await sql`select who, action, subject, before, after from public.desk_log order by id desc limit 1`
    expect(row).toMatchObject({
      who: 'Beau',
      action: 'cancel_date',
      subject: `date:taco-tuesday:${tuesday}`,
      before: { state: 'on' },
      after: { state: 'cancelled', words: 'Rain.' },
    })
  })

  test('pages and open desks are notified of a change to a date', async () => {
    const heard: string[] = []
    await sql.listen('catalogue_changed', (payload) => heard.push(payload))
    const before = new Date()
    await callDesk('desk_cancel_date', tacos)
    await expect.poll(() => heard).toContain('dates')
    const events =
      await sql`select distinct event from realtime.messages where inserted_at >= ${before} and topic = 'desk'`
    expect(events.map(({ event }) => event)).toContain('dates')
  })

  test('packers see the dates of the next two weeks in order', async () => {
    await callDesk('desk_cancel_date', tacos)
    const coming = v.array(
      v.object({ slug: v.string(), day: v.string(), place: v.string(), isCancelled: v.boolean() }),
    )
    const days = await callRpc(coming, packer, 'desk_coming_up')
    expect(days).toContainEqual({
      slug: `taco-tuesday-${tuesday}`,
      day: tuesday,
      place: 'The Formica Café',
      isCancelled: true,
    })
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
    expect(days.filter(({ day }) => day < today || day > addDays(today, 14))).toEqual([])
  })

  test('privately confirmed events are among the upcoming dates for owners and not for packers', async () => {
    await sql`
      insert into public.enquiries (kind, reference, name, email, phone, guest_count, message, event_type, event_on, stage)
      values ('catering', 'CAT-0A1B2C3D', 'Hannah Osei', 'h@example.com', '', 20, 'Hello', 'Wedding', ${saturday}, 'confirmed')`
    const wedding = expect.objectContaining({
      title: 'Hannah Osei, Wedding',
      kind: 'private',
      day: saturday,
      from: null,
      place: null,
      isCancelled: false,
    })
    const coming = v.array(v.unknown())
    expect(await callRpc(coming, owner, 'desk_coming_up')).toContainEqual(wedding)
    expect(await callRpc(coming, packer, 'desk_coming_up')).not.toContainEqual(wedding)
    await sql`delete from public.enquiries`
  })

  test('the desk lists the enquiries that ask for a day', async () => {
    const asked = {
      kind: 'catering',
      name: 'Tilda Marsh',
      email: 'tilda@example.com',
      phone: '',
      date: saturday,
      eventType: 'Lunch',
      guestCount: '12',
      message: 'Retired, at last.',
    }
    await sql`select public.store_enquiry(${sql.json(asked)}, 'owner@example.com')`
    await sql`update public.enquiries set stage = 'confirmed'`
    expect((await desk()).enquiries).toEqual([
      { name: 'Tilda Marsh', day: saturday, stage: 'confirmed' },
    ])
  })
})

test('an existing shop gets its dates and venues from the migration', async () => {
  const fresh = await startTestDatabase()
  const [counts] = await fresh.sql`
    select (select count(*)::integer from public.dates) as dates, (select count(*)::integer from public.venues) as venues`
  expect(counts).toEqual({ dates: 6, venues: 2 })
  await fresh.stop()
})
