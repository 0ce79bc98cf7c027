import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { generateKeys, signToken } from '../../src/core/keys.ts'
import { RequestTurns } from '../../src/http/request-turns.ts'
import { sendApiResponse } from '../../src/http/api-response.ts'
import { createLibraryBackend } from '../support/library.ts'

const library = await createLibraryBackend()
const turns = new RequestTurns()
afterAll(() => library.stop())

/** While the gate is shut, each call of the SQL function `gated` waits and keeps its database session. */
let gate: { open: () => Promise<void> }
beforeEach(async () => {
  gate = await shutGate()
})
afterEach(() => gate.open())

async function shutGate(): Promise<{ open: () => Promise<void> }> {
  const done = Promise.withResolvers<void>()
  const shut = Promise.withResolvers<void>()
  const lock = library.database.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(4711)`
    shut.resolve()
    await done.promise
  })
  await shut.promise
  return {
    open: async () => {
      done.resolve()
      await lock
    },
  }
}

/** Sends a REST request as a visitor with this IP address. */
async function visit(
  address: string,
  path: string,
  method = 'GET',
  key = library.keys.publishable,
  token?: string,
): Promise<{ status: number; retryAfter: string | null; body: unknown }> {
  const headers = { apikey: key, ...(token && { authorization: `Bearer ${token}` }) }
  const fetch = library.backend.fetchFor({ clientAddress: address, headers })
  const answer = await fetch(`${library.siteUrl.origin}/rest/v1${path}`, { method })
  const retryAfter = answer.headers.get('retry-after')
  return { status: answer.status, retryAfter, body: await answer.json() }
}

/** Sends calls of `gated`, which wait until the gate opens. `answers` has the responses so far. */
function attack(address: string, calls: number, token?: string) {
  const answers: Awaited<ReturnType<typeof visit>>[] = []
  const all = Array.from({ length: calls }, async () => {
    answers.push(await visit(address, '/rpc/gated', 'POST', library.keys.publishable, token))
  })
  return { answers, all: Promise.all(all) }
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}

async function heldSessions(): Promise<number> {
  const [row] = await library.database.sql`
    select count(*)::int as held from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory' and query like '%gated%'`
  return row?.held
}

test(
  'an address has two database sessions and twenty waiting requests, and more are refused',
  { tags: ['abuse-32'] },
  async () => {
    const one = attack('203.0.113.1', 40)
    await expect.poll(() => heldSessions()).toBe(2)
    expect(one.answers).toHaveLength(18)
    for (const answer of one.answers) {
      expect(answer).toMatchObject({
        status: 429,
        retryAfter: '1',
        body: { code: 'PT429', message: 'Too many requests at once' },
      })
    }
    expect((await visit('203.0.113.2', '/books?select=id&id=eq.1')).status).toBe(200)
    expect(one.answers).toHaveLength(18)
    await gate.open()
    await one.all
    expect(one.answers.slice(18).map(({ status }) => status)).toEqual(Array(22).fill(200))
  },
)

/** Returns an access token of a new user. */
function tokenOf(keys = library.keys, more: object = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  return signToken(keys, { role: 'authenticated', sub: randomUUID(), exp, ...more })
}

/** Reads rows as a visitor with this IP address. Returns the status. */
async function read(address: string, token?: string): Promise<number> {
  const path = '/books?select=id&id=eq.1'
  return (await visit(address, path, 'GET', library.keys.publishable, token)).status
}

test(
  'a signed-in reader is served on an address and network that anonymous callers and another account flood',
  { tags: ['abuse-32'] },
  async () => {
    const floods = [
      attack('203.0.113.1', 60),
      attack('203.0.113.1', 60, tokenOf()),
      ...Array.from({ length: 8 }, (_, at) => attack(`2001:db8:5:${at}::1`, 22)),
    ]
    await expect.poll(() => heldSessions()).toBe(8)
    const reads = ['203.0.113.1', '2001:db8:5:0::1', '2001:db8:5:9::1'].map((address) =>
      read(address, tokenOf()),
    )
    const [stranger] = [await read('203.0.113.1')]
    expect(stranger).toBe(429)
    await gate.open()
    expect(await Promise.all(reads)).toEqual([200, 200, 200])
    await Promise.all(floods.map(({ all }) => all))
  },
)

test(
  'an invalid token or an anonymous account gets no share apart from that of its address',
  { tags: ['abuse-32'] },
  async () => {
    const flood = attack('203.0.113.6', 60)
    await expect.poll(() => heldSessions()).toBe(2)
    const foreign = { ...library.keys, jwt: (await generateKeys()).jwt }
    expect(await read('203.0.113.6', tokenOf(foreign))).toBe(401)
    expect(await read('203.0.113.6', tokenOf(library.keys, { is_anonymous: true }))).toBe(429)
    await gate.open()
    await flood.all
  },
)

test(
  'requests of the server and of the secret key are served at once while visitors flood',
  { tags: ['abuse-32'] },
  async () => {
    const crowd = Array.from({ length: 10 }, (_, index) => attack(`203.0.113.${index}`, 20))
    await expect.poll(() => heldSessions()).toBe(8)
    const answered = () => crowd.flatMap(({ answers }) => answers)
    const { data } = await library.anon.from('books').select('id').eq('id', 1)
    expect(data).toEqual([{ id: 1 }])
    const user = await library.createUser()
    expect((await user.client.from('books').select('id').eq('id', 1)).error).toBeNull()
    expect((await library.secret.from('books').select('id').eq('id', 1)).error).toBeNull()
    const server = await visit('203.0.113.1', '/books?id=eq.1', 'GET', library.keys.secret)
    expect(server.status).toBe(200)
    expect(answered()).toEqual([])
    await gate.open()
    await Promise.all(crowd.map(({ all }) => all))
    expect(answered().filter(({ status }) => status !== 200)).toEqual([])
  },
)

test(
  'a visitor whose request waits too long gets 504 with PGRST003',
  { tags: ['abuse-32'] },
  async () => {
    const one = attack('203.0.113.1', 22)
    await one.all
    const responses = one.answers.map(({ status, body }) => ({ status, body }))
    expect(responses).toContainEqual({
      status: 504,
      body: expect.objectContaining({ code: 'PGRST003' }),
    })
  },
)

test(
  'an address whose requests took long waits for its next turn, and other addresses do not',
  { tags: ['abuse-32'] },
  async () => {
    await attack('203.0.113.3', 2).all
    const served: string[] = []
    const visitors = ['203.0.113.3', '203.0.113.4', '203.0.113.4'].map(async (address) => {
      const { status } = await visit(address, '/books?select=id&id=eq.1')
      served.push(`${address}: ${status}`)
    })
    await Promise.all(visitors)
    expect(served).toEqual(['203.0.113.4: 200', '203.0.113.4: 200', '203.0.113.3: 200'])
  },
)

test('long queries of one address let the requests of others through in between', async () => {
  const long = `/books?select=${Array.from({ length: 300 }, (_, at) => `a${at}:id`).join()}`
  const served: string[] = []
  const asked = [...Array<string>(20).fill(long), '/nothing'].map(async (path, at) => {
    const { status } = await visit(path === long ? '203.0.113.5' : '203.0.113.6', path)
    served.push(`${at}: ${status}`)
  })
  await Promise.all(asked)
  expect(served[0]).toBe('20: 404')
  expect(served.slice(1)).toEqual(Array.from({ length: 20 }, (_, at) => `${at}: 400`))
})

test(
  'aborted waiting requests free the queue for new ones of their address',
  { tags: ['abuse-32'] },
  async () => {
    const clientAddress = '203.0.113.7'
    const pathname = '/rest/v1/rpc/gated'
    let calls = 0
    const server = createServer((request, response) => {
      calls += 1
      const target = { pathname, query: '', clientAddress }
      void sendApiResponse(library.backend, request, response, target, turns)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const call = `POST ${pathname} HTTP/1.1\r\nHost: x\r\napikey: ${library.keys.publishable}\r\nContent-Length: 0\r\n\r\n`
    const sockets = Array.from({ length: 22 }, () => connect(address.port, '127.0.0.1'))
    for (const socket of sockets) socket.on('error', () => undefined).write(call)
    await expect.poll(() => heldSessions()).toBe(2)
    await expect.poll(() => calls).toBe(22)
    const refused = attack(clientAddress, 1)
    await refused.all
    expect(refused.answers[0]?.status).toBe(429)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => openConnections(server)).toBe(0)
    const later = attack(clientAddress, 20)
    await gate.open()
    await later.all
    server.close()
    expect(later.answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  },
)
