import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { queryObjects } from 'node:v8'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Channel } from '../../src/realtime/channel.ts'
import { hostileInputs, createHostileBodies, getInvalidValues } from '../support/hostile.ts'
import { fuzzOptions } from '../support/fuzz.ts'
import {
  ReceivedMessages,
  joinChannel,
  allowedOrigin,
  type RealtimeService,
  startRealtimeService,
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

function addressOf(
  { port }: RealtimeServer,
  query = `apikey=${service.keys.publishable}&vsn=2.0.0`,
): string {
  return `ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Opens a websocket and collects the messages that arrive on it. */
async function openSocket(
  to = web,
  headers: Record<string, string> = {},
): Promise<{ socket: WebSocket; received: ReceivedMessages; closed: Promise<unknown[]> }> {
  const socket = new WebSocket(addressOf(to), { headers })
  const received = new ReceivedMessages()
  socket.on('message', (data, isBinary) => received.add(isBinary ? data : JSON.parse(String(data))))
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  await once(socket, 'open')
  return { socket, received, closed }
}

function frame(event: string, payload: object = {}, topic = 'realtime:hall', ref = '1'): string {
  return JSON.stringify(['1', ref, topic, event, payload])
}

/** Expects that the websocket handshake is refused, and returns the HTTP status. */
async function refusal(address: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(address, { headers })
  const [, response] = await once(socket, 'unexpected-response')
  response.resume()
  socket.on('error', () => undefined)
  socket.terminate()
  return response.statusCode
}

test.each([
  ['without a key', 'vsn=2.0.0', {}, 401],
  ['with an unknown key', 'apikey=x&vsn=2.0.0', {}, 401],
  ['with an unknown protocol', 'apikey=KEY&vsn=3.0.0', {}, 400],
  ['from a page of another site', 'apikey=KEY&vsn=2.0.0', { origin: 'https://evil.example' }, 403],
])('a connection %s is refused', { tags: ['abuse-36'] }, async (_, query, headers, status) => {
  const address = addressOf(web, query.replace('KEY', service.keys.publishable))
  expect(await refusal(address, headers)).toBe(status)
})

test('a page of an allowed origin opens a connection', async () => {
  const socket = new WebSocket(addressOf(web), { headers: { origin: allowedOrigin } })
  await once(socket, 'open')
  expect(socket.readyState).toBe(WebSocket.OPEN)
  socket.terminate()
})

/** Opens a websocket and joins a topic with it as a signed-in account. */
async function signedInSocket(to: RealtimeServer, account: string, headers = {}) {
  const made = await openSocket(to, headers)
  const access_token = createAccessToken(service.keys, account)
  made.socket.send(frame('phx_join', { access_token, config: {} }))
  await made.received.first(1)
  return made
}

test(
  'the oldest anonymous connection of an address is closed at the limit per address',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ connectionsPerAddress: 2 })
    const oldest = await openSocket(small)
    const other = await openSocket(small, from('198.51.100.1'))
    const second = await openSocket(small)
    const third = await openSocket(small)
    expect((await oldest.closed)[0]).toBe(1008)
    for (const { socket } of [second, third, other]) expect(socket.readyState).toBe(WebSocket.OPEN)
  },
)

test(
  'the address with the most anonymous connections loses one at the limit of all addresses',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ connections: 3 })
    const few = await openSocket(small, from('198.51.100.1'))
    const oldest = await openSocket(small, from('198.51.100.2'))
    await openSocket(small, from('198.51.100.2'))
    const another = await openSocket(small, from('198.51.100.3'))
    expect((await oldest.closed)[0]).toBe(1008)
    for (const { socket } of [few, another]) expect(socket.readyState).toBe(WebSocket.OPEN)
  },
)

test(
  'a flood of anonymous connections closes no signed-in one and keeps nobody from connecting',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ connections: 3, connectionsPerAddress: 3 })
    const known = await signedInSocket(small, randomUUID())
    for (let flood = 0; flood < 12; flood += 1) await openSocket(small)
    expect(known.socket.readyState).toBe(WebSocket.OPEN)
    const another = await signedInSocket(small, randomUUID())
    expect(another.socket.readyState).toBe(WebSocket.OPEN)
  },
)

test('an account over its limit loses its oldest connection, and with no such account the oldest one makes room', async () => {
  const small = await service.open({ connectionsPerAddress: 3, connectionsPerAccount: 1 })
  const [greedy, modest] = [randomUUID(), randomUUID()]
  const oldest = await signedInSocket(small, greedy)
  const second = await signedInSocket(small, greedy)
  const other = await signedInSocket(small, modest)
  await signedInSocket(small, randomUUID())
  expect((await oldest.closed)[0]).toBe(1008)
  await signedInSocket(small, randomUUID())
  expect((await second.closed)[0]).toBe(1008)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('the addresses of one IPv6 /64 count as one address', { tags: ['abuse-31'] }, async () => {
  const small = await service.open({ connectionsPerAddress: 1 })
  const one = await openSocket(small, from('2001:db8:1:1::1'))
  const other = await openSocket(small, from('2001:db8:1:2::1'))
  await openSocket(small, from('2001:db8:1:1::2'))
  await one.closed
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test(
  'a connection joins topics up to its limit, and again after it has left one',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ channels: 1 })
    const { socket, received } = await openSocket(small)
    socket.send(frame('phx_join', {}, 'realtime:a', '1'))
    socket.send(frame('phx_join', {}, 'realtime:b', '2'))
    socket.send(frame('phx_leave', {}, 'realtime:a', '3'))
    socket.send(frame('phx_join', {}, 'realtime:b', '4'))
    const replies = (await received.first(5)).map((reply) => Object(reply))
    expect(replies.map(([, ref, , event, { status }]) => [ref, event, status])).toEqual([
      ['1', 'phx_reply', 'ok'],
      ['2', 'phx_reply', 'error'],
      ['3', 'phx_reply', 'ok'],
      ['1', 'phx_close', undefined],
      ['4', 'phx_reply', 'ok'],
    ])
  },
)

test('no memory is held for a client that disconnects while its policies are checked', async () => {
  const small = await service.open({ connections: 1 })
  const token = createAccessToken(service.keys, randomUUID())
  const count = () => queryObjects(Channel, { format: 'count' })
  const { socket, received } = await openSocket(small)
  socket.send(frame('phx_join'))
  socket.send(frame('phx_leave'))
  await received.first(3)
  const before = count()
  const { sql } = service.database
  await sql.begin(async (blocking) => {
    await blocking`lock table realtime.messages`
    const asked = { access_token: token, config: { private: true } }
    for (const topic of ['realtime:room:a', 'realtime:room:b'])
      socket.send(frame('phx_join', asked, topic))
    const waiting = () =>
      sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%realtime.topic_rights%'`
    await expect.poll(waiting).toHaveLength(1)
    socket.terminate()
    // Waits until the service has noticed that the client is gone.
    await expect
      .poll(() => openSocket(small).then(({ socket }) => socket.terminate(), String))
      .toBe(undefined)
  })
  await expect.poll(count).toBeLessThanOrEqual(before)
})

test('a join is limited in subscriptions, and a connection in tables', async () => {
  const small = await service.open({ watches: 2, watchedTables: 3 })
  const { socket, received } = await openSocket(small)
  const ask = (ref: string, topic: string, ...watched: object[]) =>
    socket.send(frame('phx_join', { config: { postgres_changes: watched } }, topic, ref))
  const [news, notes, all] = [{ table: 'news' }, { table: 'notes' }, { schema: 'public' }]
  const findReply = async (ref: string) => {
    const getReplies = () =>
      received.all.map((words) => Object(words)).filter(([, one]) => one === ref)
    await expect.poll(getReplies).toHaveLength(1)
    return getReplies()[0][4]
  }
  ask('1', 'realtime:a', news, news, news)
  const reason = 'ChannelRateLimitReached: Too many postgres_changes'
  expect(await findReply('1')).toEqual({ status: 'error', response: { reason } })
  ask('2', 'realtime:a', news, notes)
  expect(await findReply('2')).toMatchObject({ status: 'ok' })
  const waits = { postgres_changes_options: { wait: true } }
  const wide = (ref: string) =>
    socket.send(
      frame('phx_join', { config: { ...waits, postgres_changes: [all] } }, 'realtime:b', ref),
    )
  wide('3')
  const tooMany = 'ChannelRateLimitReached: Too many tables are watched'
  expect(await findReply('3')).toEqual({ status: 'error', response: { reason: tooMany } })
  socket.send(frame('phx_leave', {}, 'realtime:a', '4'))
  wide('5')
  expect(await findReply('5')).toMatchObject({ status: 'ok' })
})

test('joins of a connection are limited in rate, even when it leaves in between', async () => {
  const hasty = await service.open({ joinRate: 0.001, joinBurst: 2 })
  const { socket, received } = await openSocket(hasty)
  for (const ref of ['1', '2', '3']) socket.send(frame('phx_join', {}, 'realtime:hall', ref))
  await expect
    .poll(
      () => received.all.filter((reply) => JSON.stringify(reply).includes('JoinRateLimit')).length,
    )
    .toBeGreaterThan(0)
})

test('a silent connection is closed, and one with heartbeats stays open', async () => {
  const impatient = await service.open({ silence: 2000 })
  const [silent, alive] = await Promise.all([openSocket(impatient), openSocket(impatient)])
  const beat = setInterval(() => alive.socket.send(frame('heartbeat', {}, 'phoenix')), 200)
  await silent.closed
  clearInterval(beat)
  expect(alive.socket.readyState).toBe(WebSocket.OPEN)
})

test.each([
  ['a message that is too large', () => 'x'.repeat(300_000), 1, 1009],
  ['an invalid message', () => '{"topic":', 1, 1008],
  ['a flood of messages', () => frame('heartbeat', {}, 'phoenix'), 1000, 1008],
])('%s ends the connection', { tags: ['abuse-31'] }, async (_, write, times, code) => {
  const { socket, closed } = await openSocket()
  for (let time = 0; time < times; time++) socket.send(write())
  expect((await closed)[0]).toBe(code)
})

test('a NUL is refused before it reaches the database', { tags: ['abuse-25'] }, async () => {
  const { socket, received } = await openSocket()
  const config = { presence: { key: 'a\0', enabled: true } }
  socket.send(frame('phx_join', { config }))
  await received.first(2)
  socket.send(frame('presence', { event: 'track', payload: { 'at\0': 'b' } }))
  const [, , refused] = await received.first(3)
  const reason = 'Presence track payload cannot contain a NUL'
  expect(refused).toMatchObject(['1', '1', 'realtime:hall', 'phx_reply', { response: { reason } }])
  const other = await openSocket()
  other.socket.send(frame('phx_join', { config: { private: true } }, 'realtime:a\0'))
  expect((await other.closed)[0]).toBe(1008)
  expect(service.problems).toEqual([])
})

test('a lone surrogate in a presence closes the connection and tracks nothing', async () => {
  const watching = web.client().channel('hall', { config: { presence: { key: 'watch' } } })
  const states = new ReceivedMessages()
  watching.on('presence', { event: 'sync' }, () => states.add(watching.presenceState()))
  await joinChannel(watching)
  const { socket, received, closed } = await openSocket()
  socket.send(frame('phx_join', { config: { presence: { key: 'half' } } }))
  await received.first(1)
  for (const payload of [{ mood: '\ud83c' }, { '\udf36': 'hot' }])
    socket.send(frame('presence', { event: 'track', payload }))
  expect((await closed)[0]).toBe(1008)
  expect(await watching.track({ mood: '🌶' })).toBe('ok')
  expect((await states.first(2)).map((state) => Object.keys(Object(state)))).toEqual([
    [],
    ['watch'],
  ])
  expect(service.problems).toEqual([])
})

test.each([
  [
    'more than 16 kB',
    [{ event: 'track', payload: { at: 'x'.repeat(20_000) } }],
    'Track message size exceeded',
  ],
  [
    'in a flood',
    Array.from({ length: 12 }, () => ({ event: 'untrack' })),
    'Client presence rate limit exceeded',
  ],
])(
  'a client that tracks %s loses the channel and receives the reason',
  { tags: ['abuse-31'] },
  async (_, tracked, message) => {
    const { socket, received } = await openSocket()
    socket.send(frame('phx_join'))
    for (const payload of tracked) socket.send(frame('presence', payload))
    const getEvents = () =>
      received.all.map((words) => Object(words)).filter(([, , , event]) => event !== 'phx_reply')
    await expect.poll(getEvents).toMatchObject([
      ['1', null, 'realtime:hall', 'system', { status: 'error', message }],
      ['1', '1', 'realtime:hall', 'phx_close', {}],
    ])
  },
)

test(
  'a client that does not read is disconnected, and the others receive every message',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({
      unreadBytes: 2_000_000,
      messageRate: 10_000,
      messageBurst: 10_000,
    })
    const [deaf, speaker, listener] = [
      await openSocket(small),
      await openSocket(small),
      await openSocket(small),
    ]
    for (const { socket, received } of [deaf, speaker, listener]) {
      socket.send(frame('phx_join'))
      await received.first(1)
    }
    deaf.socket.pause()
    const message = frame('broadcast', { event: 'x', payload: 'x'.repeat(100_000) })
    for (let time = 0; time < 200; time++) speaker.socket.send(message)
    listener.socket.removeAllListeners('message')
    let bytes = 0
    listener.socket.on('message', (data: Buffer) => (bytes += data.length))
    await expect.poll(() => bytes, { timeout: 15_000 }).toBeGreaterThan(200 * 100_000)
    deaf.socket.resume()
    expect((await deaf.closed)[0]).toBe(1006)
  },
)

test(
  'no fuzzed message ends the process or leaks rows of others',
  { tags: ['abuse-31'] },
  async () => {
    const person = randomUUID()
    const bystander = new ReceivedMessages()
    const channel = web
      .client(createAccessToken(service.keys, person))
      .channel(`room:${person}`, { config: { private: true } })
    await joinChannel(channel.on('broadcast', { event: '*' }, bystander.add))
    const received = new ReceivedMessages()
    const parts = fc.constantFrom(
      'phx_join',
      'broadcast',
      'presence',
      'access_token',
      'phx_leave',
      'postgres_changes',
      'x',
    )
    const topics = fc.constantFrom(
      'phoenix',
      'realtime:',
      'realtime:hall',
      `realtime:room:${person}`,
      "realtime:' or 1=1 --",
      '\0',
      'realtime:a\0',
    )
    const tracked = fc.constantFrom({ at: 'a\0' }, { 'a\0': 1 }, { 'a\udc00': 1 }, {}, 1)
    const watch = { event: '*', schema: '*', table: '*', filter: 'owner=neq.x' }
    const configs = fc.oneof(
      fc.jsonValue(),
      fc.record({
        config: fc.record({
          private: fc.boolean(),
          presence: fc.constantFrom({ key: 'a\0', enabled: true }, { enabled: true }, 1),
          postgres_changes: fc.constantFrom([], [watch], [1], 'x'),
        }),
      }),
      fc.record({ event: fc.string(), payload: fc.jsonValue(), access_token: fc.string() }),
      fc.record({ event: fc.constant('track'), payload: tracked }),
    )
    const messages = fc.oneof(
      fc
        .tuple(topics, parts, configs)
        .map(([topic, event, payload]) => JSON.stringify(['1', '1', topic, event, payload])),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from([3, ...bytes])),
    )
    const sample = fc.sample(messages, fuzzOptions)
    for (let at = 0; at < sample.length; at += 50) {
      const { socket } = await openSocket()
      socket.on('message', (data) => received.add(String(data)))
      for (const message of sample.slice(at, at + 50)) socket.send(message)
      socket.close()
    }
    await service.database
      .sql`insert into notes (owner, words) values (${person}, 'not for strangers')`
    await channel.httpSend('only', {})
    expect(await bystander.first(1)).toMatchObject([{ event: 'only' }])
    expect(received.all.filter((text) => String(text).includes('strangers'))).toEqual([])
    expect(service.problems).toEqual([])
  },
)

const batch = '/realtime/v1/api/broadcast'
const one = `${batch}/hall/events/x`

function post(path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') {
  const headers = { apikey: service.keys.publishable, 'content-type': type }
  return fetch(`http://127.0.0.1:${web.port}${path}`, { method: 'POST', headers, body })
}

const letter = { topic: 'hall', event: 'x', payload: { a: 1 }, private: false }
const wrongLetters = [
  ...Object.entries(letter).flatMap(([name, value]) =>
    // Any JSON is a valid payload, so only the other fields can have a wrong type.
    name === 'payload'
      ? []
      : getInvalidValues(value).map((other) => ({ ...letter, [name]: other })),
  ),
  ...['topic', 'event', 'payload'].flatMap((name) =>
    [undefined, null].map((none) => ({ ...letter, [name]: none })),
  ),
  ...['', 'x'.repeat(256), 'a\0', 'a\uD800'].flatMap((text) => [
    { ...letter, topic: text },
    { ...letter, event: text },
  ]),
  { ...letter, payload: 'x'.repeat(300_000) },
]
const wrongBatches = [
  ...getInvalidValues([]),
  [],
  [[]],
  Array.from({ length: 101 }, () => letter),
  Array.from({ length: 300_000 }, () => ({})),
  // A batch with one invalid message is refused as a whole.
  ...wrongLetters.map((wrong) => [letter, wrong]),
].map((messages) => JSON.stringify({ messages }))
const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
const wrongBodies: [path: string, body: string][] = [
  ...[...createHostileBodies({ messages: [letter] }), ...wrongBatches, '{}'].map(
    (body): [string, string] => [batch, body],
  ),
  ...['', '{', 'x', '{"__proto__":{}}', '"\\ud800"', deep, `"${'x'.repeat(300_000)}"`].map(
    (body): [string, string] => [one, body],
  ),
  [`${batch}/%ff/events/x`, '{}'],
  [`${batch}/a%00/events/x?private=true`, '{}'],
  [`${batch}/${'x'.repeat(256)}/events/x`, '{}'],
]

test(
  'an invalid HTTP broadcast is refused with a message and sent to nobody',
  { tags: ['abuse-28'] },
  async () => {
    const received = new ReceivedMessages()
    const channel = web.client().channel('hall').on('broadcast', { event: '*' }, received.add)
    await joinChannel(channel)
    for (const [path, body] of wrongBodies) {
      const answer = await post(path, body)
      const { message, ...others } = Object(await answer.json())
      expect([body.slice(0, 60), answer.status, typeof message, others]).toEqual([
        body.slice(0, 60),
        422,
        'string',
        {},
      ])
    }
    const bytes = new Uint8Array(300_000)
    expect((await post(one, bytes, 'application/octet-stream')).status).toBe(422)
    await channel.httpSend('only', {})
    expect(await received.first(1)).toMatchObject([{ event: 'only' }])
    expect(service.problems).toEqual([])
  },
)

test.each(hostileInputs)(
  'an HTTP broadcast of %s arrives unchanged or is refused',
  { tags: ['abuse-25'] },
  async (_, text) => {
    const received = new ReceivedMessages()
    const channel = web.client().channel('hall').on('broadcast', { event: '*' }, received.add)
    await joinChannel(channel)
    const letters = [
      { ...letter, event: text },
      { ...letter, payload: { text } },
    ]
    const taken = []
    for (const each of letters) {
      const { status } = await post(batch, JSON.stringify({ messages: [each] }))
      expect([202, 422]).toContain(status)
      if (status === 202) taken.push(each)
    }
    await channel.httpSend('last', {})
    const expected = [...taken, { event: 'last', payload: {} }]
    expect(await received.first(expected.length)).toMatchObject(
      expected.map(({ event, payload }) => ({ event, payload })),
    )
  },
)

test.each([
  ['GET', batch, 405],
  ['DELETE', one, 405],
  ['POST', '/realtime/v1/api/other', 404],
])('%s %s answers %i', async (method, path, status) => {
  const headers = { apikey: service.keys.publishable }
  const answer = await fetch(`http://127.0.0.1:${web.port}${path}`, { method, headers })
  expect(answer.status).toBe(status)
})

test('HTTP broadcasts of an address are limited by size, and those of the secret key are not', async () => {
  const small = await service.open({ letterRate: 0.001, letterBurst: 5 })
  const send = async (payload: string, address: string, apikey = service.keys.publishable) => {
    const messages = [letter, { ...letter, payload }]
    const headers = {
      apikey,
      'content-type': 'application/json',
      'x-forwarded-for': address,
    }
    const body = JSON.stringify({ messages })
    return (
      await fetch(`http://127.0.0.1:${small.port}${batch}`, { method: 'POST', headers, body })
    ).status
  }
  const [one, other] = ['198.51.100.1', '198.51.100.2']
  expect(await send('x'.repeat(9000), one)).toBe(202)
  expect(await send('x', one)).toBe(429)
  expect(await send('x', other)).toBe(202)
  expect(await send('x'.repeat(9000), other, service.keys.secret)).toBe(202)
  expect(await send('x', one, service.keys.secret)).toBe(202)
})
