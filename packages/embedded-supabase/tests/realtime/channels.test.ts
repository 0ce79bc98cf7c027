import { randomUUID } from 'node:crypto'
import type { RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signToken } from '../../src/core/keys.ts'
import {
  ReceivedMessages,
  joinChannel,
  type RealtimeService,
  startRealtimeService,
  createAccessToken,
  type RealtimeServer,
} from './service.ts'

let service: RealtimeService
let web: RealtimeServer
let other: RealtimeServer

beforeAll(async () => {
  service = await startRealtimeService()
  web = await service.open()
  other = await service.open()
})
afterAll(() => service.stop())

type Config = RealtimeChannelOptions['config']

/** Joins a channel and collects the broadcasts that arrive on it. */
async function listen(client: SupabaseClient, topic: string, config: Config = {}) {
  const received = new ReceivedMessages()
  const channel = client.channel(topic, { config }).on('broadcast', { event: '*' }, received.add)
  await joinChannel(channel)
  return { channel, received }
}

const aPerson = (id = randomUUID()) => ({ id, token: createAccessToken(service.keys, id) })

test('a broadcast reaches every process in both protocols, and its sender only with self: true', async () => {
  const topic = randomUUID()
  const sender = await listen(web.client(), topic, { broadcast: { ack: true } })
  const self = await listen(web.client(), topic, { broadcast: { self: true } })
  const old = await listen(other.client(undefined, { vsn: '1.0.0' }), topic)
  const message = {
    type: 'broadcast',
    event: 'hello',
    payload: { words: 'größe 🌶', n: 1 },
  } as const
  expect(await sender.channel.send(message)).toBe('ok')
  await self.channel.send({ ...message, event: 'second' })
  expect(await self.received.first(2)).toEqual([message, { ...message, event: 'second' }])
  expect(await old.received.first(2)).toEqual([message, { ...message, event: 'second' }])
  expect(await sender.received.first(1)).toEqual([{ ...message, event: 'second' }])
})

test('binary broadcasts arrive unchanged over the socket and over HTTP', async () => {
  const topic = randomUUID()
  const [one, two] = [await listen(web.client(), topic), await listen(other.client(), topic)]
  const bytes = new Uint8Array([0, 255, 128])
  await one.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer })
  await one.channel.httpSend('more', bytes)
  const received = await two.received.first(2)
  expect(received.map((message) => [...new Uint8Array(Object(message).payload)])).toEqual([
    [...bytes],
    [...bytes],
  ])
})

test('realtime.send and realtime.broadcast_changes send to a topic', async () => {
  const { sql } = service.database
  const person = aPerson()
  const topic = `room:${person.id}`
  const { received } = await listen(web.client(person.token), topic, { private: true })
  const open = await listen(web.client(), topic)
  await sql`select realtime.send(${sql.json({ n: 1 })}, 'said', ${topic})`
  await sql`select realtime.broadcast_changes(${topic}, 'INSERT', 'INSERT', 'news', 'public', row(1), null)`
  await sql`select realtime.send(${sql.json({ n: 2 })}, 'open', ${topic}, false)`
  const [sent, changed] = await received.first(2)
  expect(sent).toMatchObject({ event: 'said', payload: { n: 1, id: expect.any(String) } })
  expect(changed).toMatchObject({
    event: 'INSERT',
    payload: { operation: 'INSERT', table: 'news', record: { f1: 1 } },
  })
  expect(await open.received.first(1)).toMatchObject([{ event: 'open', payload: { n: 2 } }])
})

test(
  'policies decide who joins a private topic and who sends there, over the socket and over HTTP',
  { tags: ['abuse-12'] },
  async () => {
    const [owner, guest] = [aPerson(), aPerson()]
    const topic = `room:${owner.id}`
    await expect(listen(web.client(), topic, { private: true })).rejects.toThrow(
      'Unauthorized: You do not have permissions',
    )
    await expect(listen(web.client(guest.token), 'hall', { private: true })).rejects.toThrow(
      'Unauthorized',
    )
    const config = { private: true, broadcast: { ack: true, self: true } }
    const listener = await listen(web.client(guest.token), topic, config)
    const speaker = await listen(other.client(owner.token), topic, config)
    expect(
      await listener.channel.send(
        { type: 'broadcast', event: 'no', payload: {} },
        { timeout: 300 },
      ),
    ).toBe('timed out')
    await expect(listener.channel.httpSend('no', {})).rejects.toThrow('Unauthorized')
    expect(await speaker.channel.send({ type: 'broadcast', event: 'yes', payload: {} })).toBe('ok')
    await speaker.channel.httpSend('also', {})
    const received = await listener.received.first(2)
    expect(received.map((message) => Object(message).event)).toEqual(['yes', 'also'])
  },
)

/** Joins a topic with presence, and collects the presence events that arrive on it. */
async function attend(client: SupabaseClient, topic: string, key: string) {
  const channel = client.channel(topic, { config: { presence: { key } } })
  const [joins, leaves, syncs] = [
    new ReceivedMessages(),
    new ReceivedMessages(),
    new ReceivedMessages(),
  ]
  channel.on('presence', { event: 'join' }, ({ key: who }) => joins.add(who))
  channel.on('presence', { event: 'leave' }, ({ key: who }) => leaves.add(who))
  channel.on('presence', { event: 'sync' }, () => syncs.add(channel.presenceState()))
  await joinChannel(channel)
  await syncs.first(1)
  return { channel, joins, leaves, syncs }
}

test('presence shows joins, changes and leaves across processes', async () => {
  const topic = randomUUID()
  const ann = await attend(web.client(), topic, 'ann')
  expect(await ann.channel.track({ mood: 'hot' })).toBe('ok')
  expect(await ann.joins.first(1)).toEqual(['ann'])
  const bobsClient = other.client()
  const bob = await attend(bobsClient, topic, 'bob')
  expect(await bob.syncs.first(1)).toEqual([{ ann: [expect.objectContaining({ mood: 'hot' })] }])
  await bob.channel.track({ mood: 'mild' })
  expect(await ann.joins.first(2)).toEqual(['ann', 'bob'])
  await ann.channel.track({ mood: 'hotter' })
  await ann.syncs.first(4)
  expect(ann.channel.presenceState()).toMatchObject({
    ann: [{ mood: 'hotter' }],
    bob: [{ mood: 'mild' }],
  })
  await bobsClient.realtime.disconnect()
  await ann.leaves.first(2)
  expect(ann.leaves.all.at(-1)).toBe('bob')
  expect(Object.keys(ann.channel.presenceState())).toEqual(['ann'])
})

test('untrack removes a presence, and a client that left a topic receives nothing of it', async () => {
  const topic = randomUUID()
  const [annsClient, bob] = [web.client(), await attend(other.client(), topic, 'bob')]
  const ann = await attend(annsClient, topic, 'ann')
  await ann.channel.track({})
  await bob.joins.first(1)
  expect(await ann.channel.untrack()).toBe('ok')
  expect(await bob.leaves.first(1)).toEqual(['ann'])
  const { channel, received } = await listen(annsClient, `${topic} more`)
  const stays = await listen(other.client(), `${topic} more`)
  expect(await annsClient.removeChannel(channel)).toBe('ok')
  await bob.channel.httpSend('x', {})
  await stays.channel.httpSend('said', {})
  await stays.received.first(1)
  expect(await annsClient.removeAllChannels()).toEqual(['ok'])
  expect([received.all, annsClient.getChannels()]).toEqual([[], []])
  expect(await bob.channel.unsubscribe()).toBe('ok')
})

test('replay sends the latest database broadcasts of a private topic again', async () => {
  const { sql } = service.database
  // The replay starts a minute early, because the database's clock may differ from this one. Other tests do not use
  // this topic.
  const since = Date.now() - 60_000
  const owner = aPerson()
  const topic = `room:${owner.id}`
  const live = await listen(web.client(owner.token), topic, { private: true })
  for (const n of [1, 2, 3]) await sql`select realtime.send(${sql.json({ n })}, 'said', ${topic})`
  await live.received.first(3)
  await sql`select realtime.send('{}', 'open', ${topic}, false)`
  for (const vsn of ['1.0.0', '2.0.0']) {
    const client = web.client(aPerson().token, { vsn })
    const config = { private: true, broadcast: { replay: { since, limit: 2 } } }
    const { received } = await listen(client, topic, config)
    expect(await received.first(2)).toMatchObject(
      [2, 3].map((n) => ({ event: 'said', payload: { n }, meta: { replayed: true } })),
    )
  }
  const late = { private: true, broadcast: { replay: { since: Date.now() + 60_000 } } }
  const { channel, received } = await listen(web.client(owner.token), topic, late)
  await channel.httpSend('now', {})
  // A client does not receive its own broadcasts over its socket, but receives this one, because it was sent by HTTP.
  expect(await received.first(1)).toMatchObject([{ event: 'now' }])
})

test('a channel reports when its subscription to changes is ready, and waits for it when asked to', async () => {
  const system = new ReceivedMessages()
  const ready = web
    .client()
    .channel(randomUUID(), { config: { broadcast: { replication_ready: true } } })
  await joinChannel(ready.on('system', {}, system.add))
  expect(await system.first(1)).toMatchObject([
    { extension: 'system', status: 'ok', message: 'Replication connection established' },
  ])
  const config = { postgres_changes_options: { wait: true } }
  const watch = (table: string) => {
    const wanted = { event: '*', schema: 'public', table } as const
    const channel = web.client().channel(randomUUID(), { config })
    return joinChannel(channel.on('postgres_changes', wanted, () => undefined))
  }
  await watch('news')
  await expect(watch('unpublished')).rejects.toThrow('Please check Realtime is enabled')
})

test('presences of a killed process are removed by the other processes', async () => {
  const { sql } = service.database
  const topic = randomUUID()
  await sql`insert into realtime.presences (slot, channel, topic, key, meta) values ('realtime_gone', 'x', ${`public:${topic}`}, 'ghost', '{}')`
  const third = await service.open()
  const { syncs } = await attend(third.client(), topic, 'ann')
  expect(await syncs.first(1)).toEqual([{}])
})

test(
  'an expired token closes its channel unless a new one comes in time',
  { tags: ['abuse-17'] },
  async () => {
    const person = aPerson()
    const short = createAccessToken(service.keys, person.id, 2)
    const ended = await joinRaw(short)
    const kept = await joinRaw(short)
    await kept.client.realtime.setAuth(person.token)
    expect(await ended.system.first(1)).toMatchObject([
      { status: 'error', message: 'Token has expired' },
    ])
    expect(ended.channel.state).toBe('closed')
    expect(kept.channel.state).toBe('joined')
  },
)

/** Joins a channel with a client whose token is set by hand, so that the client never refreshes it. */
async function joinRaw(token: string) {
  const client = web.client()
  await client.realtime.setAuth(token)
  const [channel, system] = [client.channel(randomUUID()), new ReceivedMessages()]
  const { promise, resolve } = Promise.withResolvers<void>()
  channel.on('system', {}, system.add).subscribe((status) => {
    if (status === 'SUBSCRIBED') resolve()
  })
  await promise
  return { client, channel, system }
}

test.each([
  ['signed with another key', 'x.y.z', 'JwtSignatureError'],
  ['not a JWT', 'nonsense', 'MalformedJWT'],
])('a token that is %s is refused', { tags: ['abuse-17'] }, async (_, token, reason) => {
  const client = web.client()
  await client.realtime.setAuth(token)
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  client.channel('any').subscribe((_status, error) => resolve(error?.message))
  expect(await promise).toContain(reason)
})

test(
  'an expired token and one for the database owner are refused',
  { tags: ['abuse-17'] },
  async () => {
    const exp = Math.floor(Date.now() / 1000)
    for (const claims of [
      { role: 'authenticated', exp: exp - 1 },
      { role: 'postgres', exp: exp + 60 },
    ]) {
      const client = web.client()
      await client.realtime.setAuth(signToken(service.keys, claims))
      const { promise, resolve } = Promise.withResolvers<string>()
      client.channel('any').subscribe((status) => resolve(status))
      expect(await promise).toBe('CHANNEL_ERROR')
    }
  },
)
