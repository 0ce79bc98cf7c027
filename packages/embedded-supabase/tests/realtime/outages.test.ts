import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  ReceivedMessages,
  joinChannel,
  type RealtimeService,
  startRealtimeService,
  summariseChange,
} from './service.ts'

let service: RealtimeService

beforeAll(async () => {
  service = await startRealtimeService()
})
afterAll(() => service.stop())

test('clients rejoin and receive changes again after the database connection was lost', async () => {
  const { sql } = service.database
  const [web, received, states] = [
    await service.open(),
    new ReceivedMessages(),
    new ReceivedMessages(),
  ]
  const channel = web.client().channel('news')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'news' }, received.add)
  await joinChannel(channel)
  channel.on('system', {}, ({ message }) => states.add(message))
  await sql`insert into news (id) values (1)`
  await received.first(1)
  await sql`select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`
  // The client waits a second before it connects again, and another one before it joins again.
  await states.first(1)
  await sql`insert into news (id) values (2)`
  expect((await received.first(2)).map((change) => summariseChange(change)[1])).toMatchObject([
    { id: 1 },
    { id: 2 },
  ])
  expect(service.problems).toEqual([
    'realtime: the connection that hears of changes is lost, trying again',
  ])
})

test('a closing process disconnects its clients, accepts no others, and leaves no rows in the database', async () => {
  const { sql } = service.database
  const web = await service.open()
  const channel = web.client().channel('news', { config: { presence: { key: 'me' } } })
  await joinChannel(
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'news' },
      () => undefined,
    ),
  )
  await channel.track({ here: true })
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  channel.socket.stateChangeCallbacks.close.push(['test', () => resolve()])
  await web.realtime.close()
  await closed
  const [left] = await sql`
    select (select count(*)::int from realtime.subscription where slot = s.slot) as watched,
      (select count(*)::int from realtime.presences where slot = s.slot) as tracked
    from (select max(slot) as slot from realtime.presences) s`
  expect(left).toEqual({ watched: 0, tracked: 0 })
})

test('a database role without REPLICATION is logged once, and joins are refused', async () => {
  const { database, problems } = service
  await database.sql.unsafe(`create role no_replication login password 'x'`)
  onTestFinished(async () => void (await database.sql`drop role no_replication`))
  problems.length = 0
  const target = { ...database.connection, username: 'no_replication', password: 'x' }
  const web = await service.open({}, target)
  const joins = ['one', 'two'].map((topic) => joinChannel(web.client().channel(topic)))
  for (const refused of await Promise.allSettled(joins))
    expect(String(Object(refused).reason)).toContain('unable to connect to the project database')
  expect(problems).toEqual([
    'realtime: live changes need a database role with REPLICATION, and that of DATABASE_URL has not',
  ])
})
