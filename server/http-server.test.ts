import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type WireHandler } from '../packages/embedded-supabase/src/core.ts'
import { withGracefulShutdown } from '../packages/embedded-supabase/src/http.ts'
import { type HttpOptions, createHttpServer } from './http-server.ts'
import { createLog } from './log.ts'

interface Settings {
  headersTimeoutMs?: number
  upgrade?: HttpOptions['upgrade']
  backend?: WireHandler
  answer?: HttpOptions['pages']['answer']
}

/** Mocked body limit and CORS headers of the API; pages of one other origin may read its responses. */
const early = {
  bodyLimit: () => 1_000_000,
  earlyHeaders: (origin?: string): Record<string, string> =>
    origin === 'https://app.example' ? { 'access-control-allow-origin': origin } : {},
}

/** Starts a server that answers page requests with the test's handler; all other parts of the server do nothing. */
async function startServer({
  answer = async (_, response) => void response.end('page'),
  upgrade = null,
  backend,
  ...times
}: Settings = {}): Promise<Server> {
  const server = createHttpServer({
    ...times,
    siteUrl: new URL('http://localhost:3000'),
    getClientAddress: () => '127.0.0.1',
    watchProxies: () => undefined,
    backend: backend === undefined ? null : { handle: backend, ...early },
    upgrade,
    sandbox: {},
    desk: null,
    deskMail: () => Promise.reject(new Error('these tests open no mail')),
    sandboxKeys: { token: 'token', apiKey: 'sk_test_x' },
    storefront: {
      render: () => Promise.reject(new Error('these tests render no page')),
      answerFile: () => false,
      isUnknown: (path) => path.startsWith('/nowhere'),
      isBuilt: true,
      stop: async () => undefined,
    },
    pages: { answer, invalidate: () => undefined },
    checkReady: async () => undefined,
    metrics: { countAnswer: () => undefined, write: async () => '' },
    metricsToken: null,
    log: createLog('silent'),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return server
}

/** Opens a TCP connection to the server, on which a test writes and reads bytes. */
function openConnection(server: Server): {
  socket: Socket
  received: () => string
  closed: Promise<unknown>
} {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(address.port, '127.0.0.1')
  socket.on('error', () => undefined)
  let received = ''
  socket.on('data', (part) => {
    received += String(part)
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, received: () => received, closed }
}

test.each(['', 'GET /shop HTTP/1.1\r\nHost: local'])(
  'closes a connection that sends only %j',
  { tags: ['abuse-31'] },
  async (bytes) => {
    const server = await startServer({ headersTimeoutMs: 100 })
    const { socket, closed } = openConnection(server)
    socket.write(bytes)
    await closed
    expect(socket.bytesWritten).toBe(bytes.length)
  },
)

const heads: [string, string, RegExp][] = [
  ['two hosts', 'Host: localhost\r\nhOST: evil.example', /^HTTP\/1\.1 400 /],
  ['the same host twice', 'Host: localhost\r\nHost: localhost', /^HTTP\/1\.1 400 /],
  ['no host', 'X-Other: 1', /^HTTP\/1\.1 400 /],
  ['two lengths', 'Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2', /^HTTP\/1\.1 400 /],
  [
    'a length and chunks',
    'Host: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked',
    /^HTTP\/1\.1 400 /,
  ],
  ['one host', 'Host: localhost', /^HTTP\/1\.1 200 /],
]

test.each(heads)(
  'handles a request with %s by the rules of HTTP',
  { tags: ['abuse-34'] },
  async (_, head, answer) => {
    const { socket, received, closed } = openConnection(await startServer())
    socket.write(`GET /shop HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`)
    await closed
    expect(received()).toMatch(answer)
  },
)

test.each([
  ['/healthz', /^HTTP\/1\.1 200 .*\r\ncontent-length: 2\r\n/is],
  ['/favicon.ico', /^HTTP\/1\.1 308 .*\r\ncontent-length: 0\r\n/is],
  ['/rest/v1/recipes', /^HTTP\/1\.1 201 .*\r\ncontent-length: 9\r\n/is],
  ['/rest/v1/none', /^HTTP\/1\.1 204 (?!.*content-length)/is],
])('the response to %s is complete and has its content length', async (path, expected) => {
  const backend: WireHandler = async (request) =>
    request.path.endsWith('/none')
      ? { status: 204, headers: {}, body: null }
      : { status: 201, headers: {}, body: 'jalapeño' }
  const { socket, received, closed } = openConnection(await startServer({ backend }))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await closed
  expect(received()).toMatch(expected)
  expect(received()).not.toMatch(/transfer-encoding/i)
})

async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('piece ')
  yield Buffer.from('by piece')
}

test.each([
  ['whole', () => 'whole'],
  ['in pieces', pieces],
  ['empty', () => null],
])('sends each cookie of a response whose body is %s as a separate header', async (_, body) => {
  const cookies = ['a=1; Path=/', 'b=2; Expires=Fri, 27 Nov 2026 10:00:00 GMT']
  const backend: WireHandler = async () => ({ status: 200, headers: {}, cookies, body: body() })
  const { socket, received, closed } = openConnection(await startServer({ backend }))
  socket.write(`GET /functions/v1/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await closed
  expect([...received().matchAll(/^set-cookie: (.*)\r$/gim)].map(([, one]) => one)).toEqual(cookies)
})

test('refuses an upgrade request with two hosts', async () => {
  const upgrade = vi.fn<NonNullable<HttpOptions['upgrade']>>((_, socket) => void socket.end())
  const server = await startServer({ upgrade })
  const askFor = async (hosts: string): Promise<string> => {
    const { socket, received, closed } = openConnection(server)
    const asked = 'Connection: upgrade, close\r\nUpgrade: websocket'
    socket.write(`GET /realtime/v1/websocket HTTP/1.1\r\n${hosts}\r\n${asked}\r\n\r\n`)
    await closed
    return received()
  }
  expect(await askFor('Host: localhost\r\nHost: evil.example')).toMatch(/^HTTP\/1\.1 400 /)
  expect(upgrade).not.toHaveBeenCalled()
  await askFor('Host: localhost')
  expect(upgrade).toHaveBeenCalledTimes(1)
})

test('a body that exceeds its limit while it is sent gets a readable 413', async () => {
  const backend = vi.fn<WireHandler>()
  const connection = openConnection(await startServer({ backend }))
  const head = 'POST /rest/v1/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  connection.socket.write(
    `${head}80000\r\n${'a'.repeat(0x80000)}\r\n80000\r\n${'a'.repeat(0x80000)}\r\n`,
  )
  await connection.closed
  expect(connection.received()).toMatch(/^HTTP\/1\.1 413 /)
  expect(backend).not.toHaveBeenCalled()
})

test.each([
  ['a body that is too large', 'POST /rest/v1/x HTTP/1.1\r\nContent-Length: 1000001', 413],
  ['an address that cannot be read', 'GET /rest/v1/%zz HTTP/1.1\r\nX-Other: 1', 400],
])('allowed origins can read the error about %s', async (_, head, status) => {
  const server = await startServer({ backend: vi.fn<WireHandler>() })
  const ask = async (origin: string) => {
    const { socket, received, closed } = openConnection(server)
    socket.end(`${head}\r\nHost: localhost\r\nConnection: close\r\nOrigin: ${origin}\r\n\r\n`)
    await closed
    return received()
  }
  const response = await ask('https://app.example')
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(response).toMatch(/\r\naccess-control-allow-origin: https:\/\/app\.example\r\n/i)
  expect(await ask('https://evil.example')).not.toMatch(/access-control/i)
})

test('ends an upload that stalls, and not one that still sends data', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let arrived = Promise.withResolvers<string>()
  const failure = Promise.withResolvers<unknown>()
  const backend: WireHandler = async ({ stream = [] }) => {
    try {
      for await (const piece of stream) arrived.resolve(String(piece))
    } catch (error) {
      failure.resolve(error)
    }
    return { status: 200, headers: {}, body: '' }
  }
  const connection = openConnection(await startServer({ backend }))
  connection.socket.write(
    'POST /storage/v1/object/a/b HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n',
  )
  for (const piece of ['one', 'two']) {
    connection.socket.write(piece)
    expect(await arrived.promise).toBe(piece)
    arrived = Promise.withResolvers()
    await vi.advanceTimersByTimeAsync(29_000)
  }
  await vi.advanceTimersByTimeAsync(1000)
  await connection.closed
  expect(await failure.promise).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

/** Opens a connection and sends the headers of a request whose content-length is too large. */
async function openRefusedConnection(bytes: number): Promise<ReturnType<typeof openConnection>> {
  const connection = openConnection(await startServer({ backend: vi.fn<WireHandler>() }))
  connection.socket.write(
    `POST /rest/v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  return connection
}

test(
  'a client that reads only after sending a too large body still gets the 413',
  { tags: ['abuse-31'] },
  async () => {
    const bytes = 12_000_000
    const connection = await openRefusedConnection(bytes)
    connection.socket.pause()
    await new Promise((resolve) => connection.socket.write(Buffer.alloc(bytes), resolve))
    connection.socket.resume()
    await connection.closed
    expect(connection.received()).toMatch(/^HTTP\/1\.1 413 [^]*\r\n\r\nThat is more than/)
  },
)

test('cuts off a body that continues after it was refused', { tags: ['abuse-31'] }, async () => {
  const connection = await openRefusedConnection(1_000_000_000)
  const part = Buffer.alloc(1_000_000)
  const send = () => connection.socket.write(part, (error) => void (error || send()))
  send()
  await connection.closed
  expect(connection.socket.bytesWritten).toBeLessThan(100_000_000)
})

test(
  'closes connections that withhold the end of large bodies, and answers the others',
  { tags: ['abuse-31'] },
  async () => {
    const backend: WireHandler = async ({ body }) => ({
      status: 200,
      headers: {},
      body: `received ${body?.byteLength}`,
    })
    const server = await startServer({ backend })
    const begin = (bytes: number) => {
      const connection = openConnection(server)
      const head = `POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`
      connection.socket.write(head)
      connection.socket.write(Buffer.alloc(bytes - 1))
      return connection
    }
    const small = begin(1000)
    const large = Array.from({ length: 70 }, () => begin(1_000_000))
    let closed = 0
    for (const { socket } of large) socket.once('close', () => (closed += 1))
    // Bodies of 64 MB may arrive at the same time: 63 large ones, and the small one.
    const soon = { timeout: 10_000 }
    await expect.poll(() => closed, soon).toBe(7)
    for (const { socket } of [small, ...large]) socket.write('x')
    await expect.poll(() => small.received(), soon).toContain('received 1000')
    const countReceived = () =>
      large.filter(({ received }) => received().includes('received 1000000')).length
    await expect.poll(countReceived, soon).toBe(63)
    expect(closed).toBe(7)
  },
)

test('answers two pipelined requests while the server stops', async () => {
  const released = Promise.withResolvers<void>()
  const asked = vi.fn<() => void>()
  const server = await startServer({
    async answer({ url }, response) {
      asked()
      await released.promise
      response.end(`page ${url}`)
    },
  })
  const drain = withGracefulShutdown(server)
  const connection = openConnection(server)
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  connection.socket.write(ask('/first') + ask('/second'))
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  const drained = drain(60_000)
  released.resolve()
  await Promise.all([drained, connection.closed])
  expect(connection.received()).toMatch(/page \/first[^]*connection: close[^]*page \/second/i)
})

test('a stopping server closes idle connections, and others after their response', async () => {
  const released = Promise.withResolvers<void>()
  const asked = vi.fn<(path?: string) => void>()
  const server = await startServer({
    async answer({ url }, response) {
      asked(url)
      if (url === '/begun') response.write('begun ')
      if (url !== '/') await released.promise
      response.end('page')
    },
  })
  const drain = withGracefulShutdown(server)
  const connections = {
    fresh: openConnection(server),
    idle: openConnection(server),
    waiting: openConnection(server),
    begun: openConnection(server),
  }
  for (const [name, path] of Object.entries({ idle: '/', waiting: '/waiting', begun: '/begun' }))
    connections[name as 'idle'].socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await expect.poll(() => connections.idle.received()).toContain('page')
  await expect.poll(() => connections.begun.received()).toContain('begun')
  await expect.poll(() => asked).toHaveBeenCalledWith('/waiting')

  const drained = drain(60_000)
  await Promise.all([connections.fresh.closed, connections.idle.closed])
  expect(connections.waiting.received()).toBe('')
  released.resolve()
  await Promise.all([drained, connections.waiting.closed, connections.begun.closed])
  expect(connections.waiting.received()).toMatch(/connection: close[^]*page/i)
  expect(connections.begun.received()).toContain('page')
})

test('a request during the stop gets a response with connection: close', async () => {
  const released = Promise.withResolvers<void>()
  const server = await startServer({
    async answer({ url }, response) {
      if (url === '/first') await released.promise
      response.end(`page ${url}`)
    },
  })
  const drain = withGracefulShutdown(server)
  const connection = openConnection(server)
  const asked = vi.fn<() => void>()
  server.on('request', asked)
  connection.socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(1)
  const drained = drain(60_000)
  connection.socket.write('GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  released.resolve()
  await Promise.all([drained, connection.closed])
  expect(connection.received()).toMatch(/connection: close[^]*page \/first/i)
})

test(
  'answers a client that has just connected or sends another request while the server stops',
  { tags: ['abuse-update'] },
  async () => {
    const server = await startServer()
    const drain = withGracefulShutdown(server)
    const [fresh, reused] = [openConnection(server), openConnection(server)]
    reused.socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => reused.received()).toContain('page')
    const drained = drain(60_000)
    for (const { socket } of [fresh, reused])
      socket.write('POST /functions/v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    await Promise.all([drained, fresh.closed, reused.closed])
    expect(fresh.received()).toMatch(/^HTTP\/1\.1 405 [^]*connection: close/i)
    expect(reused.received()).toMatch(/HTTP\/1\.1 405 [^]*connection: close/i)
  },
)

test('cuts off an upgrade request behind an unread response when the server stops', async () => {
  const upgraded = vi.fn<NonNullable<HttpOptions['upgrade']>>()
  const server = await startServer({
    upgrade: upgraded,
    answer: async (_, response) => void response.end(Buffer.alloc(20_000_000)),
  })
  const drain = withGracefulShutdown(server)
  const connection = openConnection(server)
  connection.socket.pause()
  const asked = 'Connection: upgrade\r\nUpgrade: websocket'
  connection.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  connection.socket.write(
    `GET /realtime/v1/websocket HTTP/1.1\r\nHost: localhost\r\n${asked}\r\n\r\n`,
  )
  await expect.poll(() => upgraded).toHaveBeenCalledTimes(1)
  expect(await drain(300)).toBe(1)
  connection.socket.resume()
  await connection.closed
})

test('cuts off requests that exceed the time limit of the stop', async () => {
  const asked = vi.fn<() => void>()
  const server = await startServer({
    answer: () => {
      asked()
      return new Promise(() => undefined)
    },
  })
  const drain = withGracefulShutdown(server)
  const connection = openConnection(server)
  connection.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(1)
  const [cut] = await Promise.all([drain(50), connection.closed])
  expect(cut).toBe(1)
  expect(connection.received()).toBe('')
})

test.each(['/healthz', '/readyz', '/metrics', '/favicon.ico', '/', '/shop'])(
  '%s answers methods other than GET and HEAD with 405 and an allow header',
  async (path) => {
    const address = (await startServer()).address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const ask = (method: string, to = path) =>
      fetch(`http://127.0.0.1:${address.port}${to}`, { method, redirect: 'manual' })
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const { status, headers } = await ask(method)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect((await ask('HEAD')).status).toBeLessThan(400)
    expect((await ask('PUT', '/desk/mail')).headers.get('allow')).toBe('GET, HEAD, POST')
  },
)
