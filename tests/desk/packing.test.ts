import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestShop } from '../support/shop.ts'
import { callRpc, callRefusedRpc } from './call.ts'
import { insertOrder, crispLine } from './orders.ts'
import { createStaffMember, createClientsByRole } from './staff.ts'

const shop = await createTestShop()
afterAll(() => shop.stop())
const { database } = shop
const { sql } = database
const { packer, owner } = await createClientsByRole(shop)
const { client: second } = await createStaffMember(shop, 'packer')
beforeEach(() => sql`truncate public.orders, public.outbox cascade`)

const numbers = v.array(v.number())
const list = v.object({ list: v.string(), elsewhere: numbers })
const refused = v.array(v.object({ number: v.number(), message: v.string() }))
const sent = v.object({ sent: numbers, refused })
const undone = v.object({ undone: numbers, refused })
const page = v.looseObject({
  counts: v.looseObject({ 'to-pack': v.number(), packed: v.number(), sent: v.number() }),
  undoable: v.array(v.object({ numbers, parts: v.array(v.string()), orders: numbers })),
  orders: v.array(v.looseObject({ number: v.number(), name: v.nullable(v.string()) })),
})
const picked = v.object({
  orders: numbers,
  rows: v.array(
    v.looseObject({
      slug: v.string(),
      size: v.nullable(v.string()),
      pieces: v.number(),
      isPicked: v.boolean(),
      items: v.array(v.string()),
    }),
  ),
})

const parcels = (tab = 'to-pack') => callRpc(page, packer, 'desk_parcels', { p_tab: tab })
const listed = async (tab?: string) => (await parcels(tab)).orders.map(({ number }) => number)
const makeList = (chosen: number[], client = packer) =>
  callRpc(list, client, 'desk_make_pick_list', { p_numbers: chosen })
const pickList = (id: string, client = packer) =>
  callRpc(picked, client, 'desk_pick_list', { p_list: id })
const send = (chosen: number[], tracking: string | null = null, client = packer) =>
  callRpc(sent, client, 'desk_send', {
    p_carrier: 'Royal Mail',
    p_parcels: chosen.map((number) => ({ number, tracking })),
  })
const letters = () =>
  sql<{ key: string; data: { lines: { name: string; quantity: number }[] }; waits: boolean }[]>`
    select dedupe_key as key, data, next_attempt_at > now() + interval '9 minutes' as waits from public.outbox order by created_at`

describe('the list of orders to pack', () => {
  test('orders to pack are sorted by priority and then by waiting time', async () => {
    const late = await insertOrder(database, { paid: 2 })
    const early = await insertOrder(database, { paid: 50 })
    const urgent = await insertOrder(database, { paid: 1, method: 'priority' })
    expect(await listed()).toEqual([urgent, early, late])
  })

  test('a packer sees neither prices nor email addresses, and no delivery address once the order is sent', async () => {
    const number = await insertOrder(database)
    const list = JSON.stringify(await parcels())
    const slips = JSON.stringify(
      await callRpc(v.array(v.unknown()), packer, 'desk_slips', { p_numbers: [number] }),
    )
    const newest = JSON.stringify(await callRpc(v.unknown(), packer, 'desk_newest_order'))
    const today = JSON.stringify(await callRpc(v.unknown(), packer, 'desk_today'))
    expect(slips).toContain('Choumert Road')
    expect(list).toContain('SE15')
    for (const text of [list, slips, newest, today]) {
      expect(text).not.toMatch(/2029|1700|850|priya@/)
      expect(text).not.toMatch(/"(taken|toAnswer|email|stuckMail)"/)
    }
    await send([number])
    const left = JSON.stringify(await parcels('sent'))
    expect(left).toContain('Priya Raman')
    expect(left).not.toMatch(/SE15|Choumert/)
    expect(
      await callRpc(v.array(v.unknown()), packer, 'desk_slips', { p_numbers: [number] }),
    ).toEqual([])
  })

  test('the list marks a gift and only the gift’s slip has its message', async () => {
    const [present, other] = [await insertOrder(database), await insertOrder(database)]
    await sql`update public.orders set gift_to = 'Mum', gift_note = 'Hot stuff' where number = ${present}`
    const badge = v.array(v.object({ number: v.number(), gift: v.unknown() }))
    expect(await callRpc(badge, packer, 'desk_slips', { p_numbers: [present, other] })).toEqual([
      { number: present, gift: { to: 'Mum', from: null, note: 'Hot stuff' } },
      { number: other, gift: null },
    ])
    expect((await parcels()).orders).toMatchObject([
      { number: present, isGift: true },
      { number: other, isGift: false },
    ])
  })

  test('an owner sees the day’s revenue and a packer does not', async () => {
    await insertOrder(database, { paid: 0 })
    expect(await callRpc(v.unknown(), owner, 'desk_newest_order')).toMatchObject({ total: 2029 })
    expect(await callRpc(v.unknown(), packer, 'desk_newest_order')).toMatchObject({
      total: null,
      pieces: 2,
    })
    expect(await callRpc(v.unknown(), owner, 'desk_today')).toMatchObject({
      toPack: { orders: 1, pieces: 2 },
      taken: { orders: 1, pence: 2029 },
      stuck: [],
    })
  })
})

describe('pick lists', () => {
  test('a pick list sums pieces by product and size in album order, smallest size first', async () => {
    const tee = { slug: 'got-got-need-tee', name: 'Got. Got. Need. Tee', quantity: 1 }
    const first = await insertOrder(database, { lines: [{ ...tee, size: 'M' }, crispLine] })
    const other = await insertOrder(database, { lines: [crispLine, { ...tee, size: 'S' }] })
    const { list: id } = await makeList([first, other])
    const { rows, orders } = await pickList(id)
    expect(orders).toEqual([first, other])
    expect(rows.map(({ slug, size, pieces }) => [slug, size, pieces])).toEqual([
      [crispLine.slug, null, 4],
      [tee.slug, 'S', 1],
      [tee.slug, 'M', 1],
    ])
  })

  test('two packers who create the same pick list at once share one list and its ticks', async () => {
    const chosen = [await insertOrder(database), await insertOrder(database)]
    const lists = await Promise.all([makeList(chosen), makeList(chosen, second)])
    expect(new Set(lists.map(({ list: id }) => id)).size).toBe(1)
    const id = lists[0].list
    const [row] = (await pickList(id)).rows
    const tick = { p_items: row?.items, p_is_picked: true }
    await Promise.all([packer.rpc('desk_pick', tick), second.rpc('desk_pick', tick)])
    expect((await pickList(id, second)).rows[0]?.isPicked).toBe(true)
    const notes = await sql`select from public.desk_log where action = 'pick'`
    expect(notes).toHaveLength(1)
    await second.rpc('desk_pick', { ...tick, p_is_picked: false })
    expect((await pickList(id)).rows[0]?.isPicked).toBe(false)
  })

  test('an order stays on its first pick list and loses its ticks when it is put back', async () => {
    const [unlisted, alreadyListed] = [await insertOrder(database), await insertOrder(database)]
    const { list: id } = await makeList([alreadyListed], second)
    expect((await makeList([unlisted, alreadyListed])).elsewhere).toEqual([alreadyListed])
    const [row] = (await pickList(id)).rows
    await packer.rpc('desk_pick', { p_items: row?.items, p_is_picked: true })
    await packer.rpc('desk_put_back', { p_number: alreadyListed })
    expect((await pickList(id)).orders).toEqual([])
    const again = await pickList((await makeList([alreadyListed])).list)
    expect(again.rows[0]?.isPicked).toBe(false)
  })

  test('a pick list is refused when it is empty, too long or names a sent order', async () => {
    const gone = await insertOrder(database)
    await send([gone])
    expect(await callRefusedRpc(packer, 'desk_make_pick_list', { p_numbers: [] })).toContain(
      'PT400',
    )
    expect(await callRefusedRpc(packer, 'desk_make_pick_list', { p_numbers: [gone] })).toContain(
      'quicker',
    )
    const many = Array.from({ length: 201 }, (_, at) => at + 1)
    expect(await callRefusedRpc(packer, 'desk_make_pick_list', { p_numbers: many })).toContain(
      '200',
    )
  })
})

describe('marking parcels as sent', () => {
  test('sent parcels queue their emails for ten minutes, and a repeated press sends nothing twice', async () => {
    const chosen = [await insertOrder(database), await insertOrder(database)]
    await packer.rpc('desk_set_packed', { p_numbers: chosen, p_is_packed: true })
    expect(await listed('packed')).toEqual(chosen)
    const presses = await Promise.all([
      send(chosen, 'AB123456789GB'),
      send(chosen, 'AB123456789GB', second),
      send(chosen, 'AB123456789GB'),
    ])
    for (const answer of presses) expect(answer).toEqual({ sent: chosen, refused: [] })
    const queued = await letters()
    expect(queued).toHaveLength(2)
    expect(queued.every(({ waits }) => waits)).toBe(true)
    expect(
      await sql`select from public.desk_log where action = 'send' and subject = ${`order:${chosen[0]}`}`,
    ).toHaveLength(1)
  })

  test('each parcel of a batch is checked separately and refusals are listed', async () => {
    const [good, bad] = [await insertOrder(database), await insertOrder(database)]
    await sql`update public.orders set status = 'refunded', refunded = total where number = ${bad}`
    const answer = await send([good, bad, 999_999])
    expect(answer.sent).toEqual([good])
    expect(answer.refused.map(({ number }) => number)).toEqual([bad, 999_999])
    const typed = await callRpc(sent, packer, 'desk_send', {
      p_carrier: null,
      p_parcels: [{ number: await insertOrder(database), tracking: 'javascript:alert(1)' }],
    })
    expect(typed.sent).toEqual([])
    expect(await letters()).toHaveLength(1)
  })

  test('undoing sent parcels restores the orders and removes their emails, also when pressed twice', async () => {
    const chosen = [await insertOrder(database), await insertOrder(database)]
    await send(chosen)
    const [press] = (await parcels()).undoable
    expect(press?.numbers).toEqual(chosen)
    for (const client of [packer, second])
      expect(await callRpc(undone, client, 'desk_undo_sent', { p_numbers: chosen })).toEqual({
        undone: chosen,
        refused: [],
      })
    expect(await letters()).toEqual([])
    expect(await listed()).toEqual(chosen)
  })

  test('a parcel cannot be undone once its email has been attempted', async () => {
    const number = await insertOrder(database)
    await send([number])
    await sql`update public.outbox set attempts = 1`
    const answer = await callRpc(undone, packer, 'desk_undo_sent', { p_numbers: [number] })
    expect(answer.refused.map((one) => one.number)).toEqual([number])
    expect(await listed('sent')).toEqual([number])
  })

  test('a sent parcel cannot be sent again with another tracking number', async () => {
    const number = await insertOrder(database)
    await send([number], 'AB123456789GB')
    expect((await send([number], 'CD123456789GB', second)).refused).toEqual([
      { number, message: `Order ${number} was sent already` },
    ])
    expect(await letters()).toHaveLength(1)
  })
})

describe('sending a part of an order', () => {
  const lines = [crispLine, { slug: 'spice-bag-mix', name: 'Spice Bag Mix', quantity: 1 }]
  const part = (number: number, changes: object = {}) => ({
    p_number: number,
    p_lines: [{ position: 0, quantity: 1 }],
    p_carrier: 'Evri',
    p_tracking: 'H00A1B0012345678',
    p_left: 3,
    ...changes,
  })

  test('a part parcel has its own email and the last parcel lists the rest', async () => {
    const number = await insertOrder(database, { lines })
    await callRpc(v.string(), packer, 'desk_send_part', part(number))
    const [waiting] = (await parcels()).orders
    expect(waiting).toMatchObject({ number, isPartSent: true })
    await send([number])
    const queued = await letters()
    expect(
      queued.map(({ data }) => data.lines.map(({ name, quantity }) => [name, quantity])),
    ).toEqual([
      [[crispLine.name, 1]],
      [
        [crispLine.name, 1],
        ['Spice Bag Mix', 1],
      ],
    ])
    expect(queued.every(({ waits }) => waits)).toBe(true)
    const parts =
      await sql`select data -> 'isPart' as part from public.outbox where template = 'order_sent' order by created_at`
    expect(parts.map((row) => row['part'])).toEqual([true, null])
  })

  test('Today counts the remaining pieces of a partly sent order as unpacked', async () => {
    const number = await insertOrder(database, { lines, paid: 9 })
    await callRpc(v.string(), packer, 'desk_send_part', part(number))
    const packed = await insertOrder(database, { paid: 10 })
    await packer.rpc('desk_set_packed', { p_numbers: [packed], p_is_packed: true })
    const urgent = await insertOrder(database, { method: 'priority' })
    expect(await callRpc(v.unknown(), packer, 'desk_today')).toMatchObject({
      toPack: {
        orders: 2,
        pieces: 4,
        priority: 1,
        packed: 1,
        oldest: { number },
        first: [
          { row: { number: urgent }, pieces: 2 },
          { row: { number }, pieces: 2 },
        ],
      },
    })
  })

  test('undoing a part parcel removes its email', async () => {
    const number = await insertOrder(database, { lines })
    await callRpc(v.string(), packer, 'desk_send_part', part(number))
    const [press] = (await parcels()).undoable
    expect(press?.orders).toEqual([number])
    await callRpc(undone, packer, 'desk_undo_sent', { p_parts: press?.parts })
    expect(await letters()).toEqual([])
    expect((await parcels()).orders[0]).toMatchObject({ isPartSent: false })
  })

  test('a second press does not send a part parcel twice', async () => {
    const number = await insertOrder(database, { lines })
    await callRpc(v.string(), packer, 'desk_send_part', part(number))
    expect(await callRefusedRpc(second, 'desk_send_part', part(number))).toContain('PT409')
    expect(await letters()).toHaveLength(1)
  })

  test('repeating a part parcel’s request returns the same parcel, and an undone one can be sent again', async () => {
    const number = await insertOrder(database, { lines })
    const press = part(number, { p_request: randomUUID() })
    const sent = await callRpc(v.string(), packer, 'desk_send_part', press)
    expect(await callRpc(v.string(), packer, 'desk_send_part', press)).toBe(sent)
    expect(await letters()).toHaveLength(1)
    await callRpc(undone, packer, 'desk_undo_sent', { p_parts: [sent] })
    await callRpc(v.string(), packer, 'desk_send_part', part(number, { p_request: randomUUID() }))
    expect(await letters()).toHaveLength(1)
  })

  test.each([
    [
      'all remaining pieces',
      {
        p_lines: [
          { position: 0, quantity: 2 },
          { position: 1, quantity: 1 },
        ],
      },
      'all that is left',
    ],
    [
      'more pieces than were ordered',
      { p_lines: [{ position: 0, quantity: 3 }] },
      'still to be sent',
    ],
    ['a line that does not exist', { p_lines: [{ position: 7, quantity: 1 }] }, 'still to be sent'],
    [
      'a line twice',
      {
        p_lines: [
          { position: 0, quantity: 1 },
          { position: 0, quantity: 1 },
        ],
      },
      'still to be sent',
    ],
    ['an invalid tracking number', { p_tracking: '=1+1' }, 'no tracking number'],
  ])('a part parcel is refused with %s', async (_, changes, words) => {
    const number = await insertOrder(database, { lines })
    expect(await callRefusedRpc(packer, 'desk_send_part', part(number, changes))).toContain(words)
    expect(await letters()).toEqual([])
  })
})

describe('the note of an order', () => {
  const note = (number: number, words: string, was: string | null = null) => ({
    p_number: number,
    p_note: words,
    p_was: was,
  })

  test('an order’s note cannot be overwritten by somebody who has not seen it', async () => {
    const number = await insertOrder(database)
    expect(
      (await packer.rpc('desk_set_order_note', note(number, 'Batch on Thursday'))).error,
    ).toBeNull()
    expect(
      await callRefusedRpc(second, 'desk_set_order_note', note(number, 'Two boxes')),
    ).toContain('PT409')
    expect((await parcels()).orders[0]).toMatchObject({ note: 'Batch on Thursday' })
    await second.rpc('desk_set_order_note', note(number, '', 'Batch on Thursday'))
    expect((await parcels()).orders[0]).toMatchObject({ note: null })
  })

  test('making an order anonymous removes its note and the carrier and tracking number of its parts', async () => {
    const number = await insertOrder(database, { lines: [{ ...crispLine, quantity: 3 }] })
    await packer.rpc('desk_set_order_note', note(number, 'For Priya'))
    await packer.rpc('desk_send_part', {
      p_number: number,
      p_lines: [{ position: 0, quantity: 1 }],
      p_carrier: 'Evri',
      p_tracking: 'H00A1B0012345678',
      p_left: 3,
    })
    await sql`update public.orders set erased_at = now(), delivery_address = null, email = '' where number = ${number}`
    const [row] = await sql`
      select k.note, p.carrier, p.tracking from public.order_packing k join public.part_parcels p using (order_id)`
    expect(row).toEqual({ note: null, carrier: null, tracking: null })
    expect(JSON.stringify(await sql`select * from public.desk_log`)).not.toMatch(/For Priya|H00A1B/)
  })
})
