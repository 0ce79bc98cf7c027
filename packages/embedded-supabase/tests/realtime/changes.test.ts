import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  ReceivedMessages,
  joinChannel,
  type RealtimeService,
  startRealtimeService,
  summariseChange,
  createAccessToken,
  type RealtimeServer,
} from './service.ts'

let service: RealtimeService
let web: RealtimeServer

beforeAll(async () => {
  service = await startRealtimeService()
  web = await service.open()
})
afterAll(() => service.stop())

/** Subscribes to the changes of a table with a new client. */
async function watch(
  {
    table,
    filter,
    event = '*',
    select,
  }: { table: string; filter?: string; event?: '*'; select?: string[] },
  { token, vsn }: { token?: string; vsn?: string } = {},
): Promise<ReceivedMessages> {
  const received = new ReceivedMessages()
  const wanted = {
    event,
    schema: 'public',
    table,
    ...(filter && { filter }),
    ...(select && { select }),
  }
  const channel = web.client(token, { vsn }).channel(randomUUID())
  await joinChannel(channel.on('postgres_changes', wanted, received.add))
  return received
}

let last = 0
/** Returns an id that no other test uses. */
function nextId(): number {
  last += 1
  return last
}

test.each(['1.0.0', '2.0.0'])(
  'inserts, updates and deletes are sent in protocol %s',
  async (vsn) => {
    const { sql } = service.database
    const [id, received] = [nextId(), await watch({ table: 'news' }, { vsn })]
    await sql`insert into news (id, words, hidden, price) values (${id}, 'one', 'x', 12.50)`
    await sql`update news set words = 'two', seen = true where id = ${id}`
    await sql`delete from news where id = ${id}`
    const [inserted, ...others] = await received.first(3)
    expect(inserted).toMatchObject({
      schema: 'public',
      table: 'news',
      eventType: 'INSERT',
      errors: null,
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(summariseChange(inserted)).toEqual([
      'INSERT',
      { id, words: 'one', seen: null, price: 12.5 },
      {},
    ])
    expect(others.map(summariseChange)).toEqual([
      ['UPDATE', { id, words: 'two', seen: true, price: 12.5 }, { id }],
      ['DELETE', {}, { id }],
    ])
  },
)

test(
  'a row is sent only to users whose policies allow it, and a deleted row only as its key',
  { tags: ['abuse-12'] },
  async () => {
    const { sql } = service.database
    const [mine, other] = [randomUUID(), randomUUID()]
    const [ownerMessages, otherMessages, anonMessages] = await Promise.all([
      watch({ table: 'notes' }, { token: createAccessToken(service.keys, mine) }),
      watch({ table: 'notes' }, { token: createAccessToken(service.keys, other) }),
      watch({ table: 'notes' }),
    ])
    await sql`insert into notes (owner, words, amount, at, facts)
    values (${mine}, 'mine', 0.1, '2026-01-02T03:04:05.678901Z', ${sql.json({ a: [1] })})`
    await sql`insert into notes (owner, words) values (${other}, 'other')`
    await Promise.all([ownerMessages.first(1), otherMessages.first(1)])
    await sql`delete from notes`
    const gone = ['DELETE', {}, { id: expect.any(Number) }]
    const row = {
      id: expect.any(Number),
      owner: mine,
      words: 'mine',
      amount: 0.1,
      at: '2026-01-02T03:04:05.678901+00:00',
      facts: { a: [1] },
    }
    expect((await ownerMessages.first(3)).map(summariseChange)).toEqual([
      ['INSERT', row, {}],
      gone,
      gone,
    ])
    const [otherInsert, ...others] = (await otherMessages.first(3)).map(summariseChange)
    expect(otherInsert).toMatchObject(['INSERT', { owner: other, words: 'other' }, {}])
    expect([...others, ...(await anonMessages.first(2)).map(summariseChange)]).toEqual([
      gone,
      gone,
      gone,
      gone,
    ])
  },
)

test('a filter reveals nothing of a deleted row in a table with row level security', async () => {
  const { sql } = service.database
  await sql`alter table notes replica identity full`
  onTestFinished(async () => void (await sql`alter table notes replica identity default`))
  const [owner, other] = [randomUUID(), randomUUID()]
  const watchNotes = (filter: string) =>
    watch({ table: 'notes', filter }, { token: createAccessToken(service.keys, other) })
  const [byWords, byKey] = await Promise.all(['words=eq.the secret', 'id=gt.0'].map(watchNotes))
  await sql`insert into notes (owner, words) values (${owner}, 'the secret')`
  await sql`delete from notes`
  // The subscriber may read this row. When its change is the first one to arrive, no change of the earlier rows was
  // sent.
  await sql`insert into notes (owner, words) values (${other}, 'the secret')`
  const visibleInsert = ['INSERT', expect.objectContaining({ owner: other }), {}]
  const gone = ['DELETE', {}, { id: expect.any(Number) }]
  expect((await byKey?.first(2))?.map(summariseChange)).toEqual([gone, visibleInsert])
  expect((await byWords?.first(1))?.map(summariseChange)).toEqual([visibleInsert])
})

test('a table with row level security and without a key sends an error instead of rows, and nothing to filtered subscriptions', async () => {
  const { sql } = service.database
  await sql.unsafe(`
    create table keyless (words text);
    alter table keyless enable row level security;
    grant select on keyless to anon;
    alter publication supabase_realtime add table keyless`)
  const [all, some] = [new ReceivedMessages(), new ReceivedMessages()]
  const wanted = { event: 'INSERT', schema: 'public', table: 'keyless' } as const
  const channel = web.client().channel(randomUUID())
  channel.on('postgres_changes', { ...wanted, filter: 'words=eq.the secret' }, some.add)
  await joinChannel(channel.on('postgres_changes', wanted, all.add))
  await sql`insert into keyless values ('the secret')`
  const [received] = await all.first(1)
  expect(received).toMatchObject({ new: {}, errors: ['Error 400: Bad Request, no primary key'] })
  expect(some.all).toEqual([])
})

test('filters compare by the type of their column', async () => {
  const { sql } = service.database
  const [from, words] = [nextId(), randomUUID()]
  for (const _ of [1, 2, 3]) nextId()
  const filters: [filter: string, rows: number[]][] = [
    [`words=eq.${words}`, [0, 1, 2, 3]],
    [`id=eq.${from}`, [0]],
    [`words=eq.${words},id=neq.${from}`, [1, 2, 3]],
    [`words=eq.${words},price=lt.10`, [0, 1]],
    [`words=eq.${words},price=gte.9.50`, [1, 2, 3]],
    [`id=in.(${from},${from + 3})`, [0, 3]],
    [`words=like.${words.slice(0, 30)}%,id=gt.${from + 2}`, [3]],
    [`words=eq.${words},seen=is.true`, [1]],
    [`words=eq.${words},seen=not.is.null`, [0, 1, 2]],
  ]
  const received = await Promise.all(filters.map(([filter]) => watch({ table: 'news', filter })))
  await sql`
    insert into news (id, words, price, seen) select ${from}::int + n, ${words}, 9 + n * 0.5,
      case n when 3 then null else n = 1 end
    from generate_series(0, 3) n order by n`
  const seen = await Promise.all(
    filters.map(async ([filter, rows], index) => {
      const changes = (await received[index]?.first(rows.length)) ?? []
      return [filter, changes.map((change) => idOf(change) - from)]
    }),
  )
  expect(seen).toEqual(filters)
})

function idOf(change: unknown): number {
  const [, row] = summariseChange(change)
  return Number(Object(row).id)
}

test('a change holds only the selected columns and the key', async () => {
  const id = nextId()
  const received = await watch({ table: 'news', filter: `id=eq.${id}`, select: ['words'] })
  await service.database.sql`insert into news (id, words, seen) values (${id}, 'one', true)`
  expect((await received.first(1)).map(summariseChange)).toEqual([
    ['INSERT', { id, words: 'one' }, {}],
  ])
})

test.each([
  [{ table: 'unpublished' }, 'Please check Realtime is enabled'],
  [{ table: 'news', filter: 'hidden=eq.x' }, 'invalid column for filter hidden'],
  [{ table: 'news', filter: 'id=eq.x' }, 'invalid input syntax for type integer'],
  [{ table: 'news', filter: 'id=sounds.x' }, 'Error parsing `filter` params'],
  [{ table: 'news', filter: 'id=eq.1);drop table news--' }, 'invalid input syntax'],
  [{ table: 'news', filter: String.raw`words=match.(a)\1` }, 'back references'],
])(
  'a subscription that cannot be served gets an error message: %j',
  { tags: ['abuse-24'] },
  async (wanted, reason) => {
    const channel = web.client().channel(randomUUID())
    const received = new ReceivedMessages()
    channel.on('system', {}, received.add)
    await joinChannel(
      channel.on('postgres_changes', { event: '*', schema: 'public', ...wanted }, received.add),
    )
    const [system] = await received.first(1)
    expect(system).toMatchObject({ extension: 'postgres_changes', status: 'error' })
    expect(Object(system).message).toContain(reason)
  },
)

test('changes reach the clients of every process, 300 in a row in their order', async () => {
  const other = await service.open()
  const words = randomUUID()
  const received = await Promise.all(
    [web, other].map(async (one) => {
      const all = new ReceivedMessages()
      const wanted = {
        event: '*',
        schema: 'public',
        table: 'news',
        filter: `words=eq.${words}`,
      } as const
      await joinChannel(one.client().channel('all').on('postgres_changes', wanted, all.add))
      return all
    }),
  )
  const ids = Array.from({ length: 300 }, nextId)
  for (const id of ids)
    await service.database.sql`insert into news (id, words) values (${id}, ${words})`
  for (const all of received) expect((await all.first(300)).map(idOf)).toEqual(ids)
})
