import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { signToken } from '../../packages/embedded-supabase/src/core/keys.ts'
import {
  ReceivedMessages,
  type RealtimeService,
  startRealtimeService,
  type RealtimeServer,
} from '../../packages/embedded-supabase/tests/realtime/service.ts'
import { startTestDatabase } from '../support/database.ts'

let service: RealtimeService
let web: RealtimeServer
beforeAll(async () => {
  service = await startRealtimeService(await startTestDatabase())
  web = await service.open()
})
afterAll(() => service.stop())

/** Creates a session for an account, by default for a new one. Returns its access token. */
async function signIn(userId: string = randomUUID()) {
  const { sql } = service.database
  const session = randomUUID()
  await sql`
    insert into auth.users (id, email) values (${userId}, ${`${userId}@example.com`}) on conflict do nothing`
  await sql`
    insert into auth.sessions (id, user_id, aal, created_at, updated_at)
    values (${session}, ${userId}, 'aal2', now(), now())`
  const claims = { sub: userId, session_id: session, role: 'authenticated', aal: 'aal2' }
  const token = signToken(service.keys, { ...claims, exp: Math.floor(Date.now() / 1000) + 3600 })
  return { userId, session, token }
}

/** Joins a private topic. Returns the messages that it receives. */
async function join(topic: string, access_token: string): Promise<ReceivedMessages> {
  const query = `apikey=${service.keys.publishable}&vsn=1.0.0`
  const socket = new WebSocket(`ws://127.0.0.1:${web.port}/realtime/v1/websocket?${query}`)
  const received = new ReceivedMessages()
  socket.on('message', (data) => received.add(JSON.parse(String(data))))
  await once(socket, 'open')
  const payload = { access_token, config: { private: true } }
  const asked = { topic: `realtime:${topic}`, event: 'phx_join', ref: '1', join_ref: '1', payload }
  socket.send(JSON.stringify(asked))
  await received.first(1)
  return received
}

const say = (event: string, topic: string) =>
  service.database.sql`select realtime.send('{}', ${event}, ${topic}, true)`

/**
 * Returns a description of the first `count` messages: the event of a broadcast, the text or status of the service's
 * own message, or the event itself.
 */
async function eventsOf(received: ReceivedMessages, count: number): Promise<unknown[]> {
  const all = await received.first(count)
  return all.map((one) => {
    const { event, payload } = Object(one)
    return event === 'broadcast' ? payload.event : (payload.message ?? payload.status ?? event)
  })
}

const sessionEnded = 'Unauthorized: The session of the token has ended'

test.each([
  ['signs out', 'delete from auth.sessions where user_id = $1'],
  [
    'has their session ended for a token that came back',
    "update auth.sessions set not_after = 'epoch' where user_id = $1",
  ],
  ['is banned', "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
  ['is deleted', 'update auth.users set deleted_at = now() where id = $1'],
  ['is erased', 'delete from auth.users where id = $1'],
])(
  'a user who %s receives no further messages at once',
  { tags: ['abuse-31'] },
  async (_, ending) => {
    const person = await signIn()
    const topic = `account:${person.userId}`
    const received = await join(topic, person.token)
    await say('before', topic)
    await eventsOf(received, 2)
    await service.database.sql.begin(async (tx) => {
      await tx.unsafe(ending, [person.userId])
      await tx`select realtime.send('{}', 'after', ${topic}, true)`
    })
    expect(await eventsOf(received, 4)).toEqual(['ok', 'before', sessionEnded, 'phx_close'])
    const again = await join(topic, person.token)
    expect(await again.first(1)).toMatchObject([
      { event: 'phx_reply', payload: { status: 'error', response: { reason: sessionEnded } } },
    ])
  },
)

test(
  'a removed packer receives no further messages of the desk at once, and others do',
  { tags: ['abuse-31'] },
  async () => {
    const { sql } = service.database
    const [packer, owner] = [await signIn(), await signIn()]
    await sql`
    insert into public.staff (user_id, name, role)
    values (${packer.userId}, 'Pip', 'packer'), (${owner.userId}, 'Olive', 'owner')`
    const [removed, stays] = [await join('desk', packer.token), await join('desk', owner.token)]
    await sql.begin(async (tx) => {
      await tx`delete from public.staff where user_id = ${packer.userId}`
      await tx`select realtime.send('{}', 'orders', 'desk', true)`
    })
    const [joined, reason, end] = await eventsOf(removed, 3)
    expect([joined, end]).toEqual(['ok', 'phx_close'])
    expect(reason).toContain('You do not have permissions to read from this Channel topic: desk')
    const received = await eventsOf(stays, 2)
    expect(received.at(-1)).toBe('orders')
  },
)

test('a sign-out on one device leaves another one connected or asks it to rejoin', async () => {
  const { sql } = service.database
  const one = await signIn()
  const other = await signIn(one.userId)
  const topic = `account:${one.userId}`
  const received = await join(topic, other.token)
  await sql.begin(async (tx) => {
    await tx`delete from auth.sessions where id = ${one.session}`
    await tx`select realtime.send('{}', 'meanwhile', ${topic}, true)`
  })
  expect(['meanwhile', 'phx_error']).toContain((await eventsOf(received, 2)).at(-1))
  const again = await join(topic, other.token)
  await say('after', topic)
  expect((await eventsOf(again, 2)).at(-1)).toBe('after')
})
