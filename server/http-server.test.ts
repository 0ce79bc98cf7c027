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

/** Body limit and CORS headers of the backend; pages of one origin may read its answers. */
const early = {
  bodyLimit: () => 1_000_000,
  earlyHeaders: (origin?: string): Record<string, string> =>
    origin === 'https://app.example' ? { 'access-control-allow-origin': origin } : {},
}

/** Starts a server whose pages answer with the test's handler; its other parts are inactive. */
async function aServer({
  answer = async (_, response) => void response.end('page'),
  upgrade = null,
  backend,
  ...times
}: Settings = {}): Promise<Server> {
  const server = createHttpServer({
    ...times,
    siteUrl: new URL('http://localhost:3000'),
    clientAddressOf: () => '127.0.0.1',
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
function aLine(server: Server): { socket: Socket; heard: () => string; closed: Promise<unknown> } {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const socket = connect(address.port, '127.0.0.1')
  socket.on('error', () => undefined)
  let heard = ''
  socket.on('data', (part) => {
    heard += String(part)
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  return { socket, heard: () => heard, closed }
}

test.each(['', 'GET /shop HTTP/1.1\r\nHost: local'])(
  'a line on which only %j comes is closed',
  { tags: ['abuse-31'] },
  async (bytes) => {
    const server = await aServer({ headersTimeoutMs: 100 })
    const { socket, closed } = aLine(server)
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
  'a request with %s is answered by what it is',
  { tags: ['abuse-34'] },
  async (_, head, answer) => {
    const { socket, heard, closed } = aLine(await aServer())
    socket.write(`GET /shop HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`)
    await closed
    expect(heard()).toMatch(answer)
  },
)

test.each([
  ['/healthz', /^HTTP\/1\.1 200 .*\r\ncontent-length: 2\r\n/is],
  ['/favicon.ico', /^HTTP\/1\.1 308 .*\r\ncontent-length: 0\r\n/is],
  ['/rest/v1/recipes', /^HTTP\/1\.1 201 .*\r\ncontent-length: 9\r\n/is],
  ['/rest/v1/none', /^HTTP\/1\.1 204 (?!.*content-length)/is],
])('the answer of %s is whole and says how long it is', async (path, expected) => {
  const backend: WireHandler = async (request) =>
    request.path.endsWith('/none')
      ? { status: 204, headers: {}, body: null }
      : { status: 201, headers: {}, body: 'jalapeño' }
  const { socket, heard, closed } = aLine(await aServer({ backend }))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await closed
  expect(heard()).toMatch(expected)
  expect(heard()).not.toMatch(/transfer-encoding/i)
})

async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('piece ')
  yield Buffer.from('by piece')
}

test.each([
  ['whole', () => 'whole'],
  ['in pieces', pieces],
  ['empty', () => null],
])('each cookie of an answer that is %s is a header of its own', async (_, body) => {
  const cookies = ['a=1; Path=/', 'b=2; Expires=Fri, 27 Nov 2026 10:00:00 GMT']
  const backend: WireHandler = async () => ({ status: 200, headers: {}, cookies, body: body() })
  const { socket, heard, closed } = aLine(await aServer({ backend }))
  socket.write(`GET /functions/v1/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  await closed
  expect([...heard().matchAll(/^set-cookie: (.*)\r$/gim)].map(([, one]) => one)).toEqual(cookies)
})

test('a websocket is asked for at one host', async () => {
  const upgrade = vi.fn<NonNullable<HttpOptions['upgrade']>>((_, socket) => void socket.end())
  const server = await aServer({ upgrade })
  const askFor = async (hosts: string): Promise<string> => {
    const { socket, heard, closed } = aLine(server)
    const asked = 'Connection: upgrade, close\r\nUpgrade: websocket'
    socket.write(`GET /realtime/v1/websocket HTTP/1.1\r\n${hosts}\r\n${asked}\r\n\r\n`)
    await closed
    return heard()
  }
  expect(await askFor('Host: localhost\r\nHost: evil.example')).toMatch(/^HTTP\/1\.1 400 /)
  expect(upgrade).not.toHaveBeenCalled()
  await askFor('Host: localhost')
  expect(upgrade).toHaveBeenCalledTimes(1)
})

test('a body that turns out too large is refused, and the refusal can be read', async () => {
  const backend = vi.fn<WireHandler>()
  const line = aLine(await aServer({ backend }))
  const head = 'POST /rest/v1/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
  line.socket.write(`${head}80000\r\n${'a'.repeat(0x80000)}\r\n80000\r\n${'a'.repeat(0x80000)}\r\n`)
  await line.closed
  expect(line.heard()).toMatch(/^HTTP\/1\.1 413 /)
  expect(backend).not.toHaveBeenCalled()
})

test.each([
  ['a body that is too large', 'POST /rest/v1/x HTTP/1.1\r\nContent-Length: 1000001', 413],
  ['an address that cannot be read', 'GET /rest/v1/%zz HTTP/1.1\r\nX-Other: 1', 400],
])('that there is %s can be read by pages of named origins', async (_, head, status) => {
  const server = await aServer({ backend: vi.fn<WireHandler>() })
  const ask = async (origin: string) => {
    const { socket, heard, closed } = aLine(server)
    socket.end(`${head}\r\nHost: localhost\r\nConnection: close\r\nOrigin: ${origin}\r\n\r\n`)
    await closed
    return heard()
  }
  const said = await ask('https://app.example')
  expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(said).toMatch(/\r\naccess-control-allow-origin: https:\/\/app\.example\r\n/i)
  expect(await ask('https://evil.example')).not.toMatch(/access-control/i)
})

test('a file that comes no further is given up, and one that still comes is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let came = Promise.withResolvers<string>()
  const given = Promise.withResolvers<unknown>()
  const backend: WireHandler = async ({ stream = [] }) => {
    try {
      for await (const piece of stream) came.resolve(String(piece))
    } catch (error) {
      given.resolve(error)
    }
    return { status: 200, headers: {}, body: '' }
  }
  const line = aLine(await aServer({ backend }))
  line.socket.write('POST /storage/v1/object/a/b HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n')
  for (const piece of ['one', 'two']) {
    line.socket.write(piece)
    expect(await came.promise).toBe(piece)
    came = Promise.withResolvers()
    await vi.advanceTimersByTimeAsync(29_000)
  }
  await vi.advanceTimersByTimeAsync(1000)
  await line.closed
  expect(await given.promise).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
})

/** Opens a connection and sends the headers of a request whose content-length is too large. */
async function aRefusedLine(bytes: number): Promise<ReturnType<typeof aLine>> {
  const line = aLine(await aServer({ backend: vi.fn<WireHandler>() }))
  line.socket.write(
    `POST /rest/v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`,
  )
  return line
}

test(
  'who reads no answer before all of a body that is too large was sent still gets it',
  { tags: ['abuse-31'] },
  async () => {
    const bytes = 12_000_000
    const line = await aRefusedLine(bytes)
    line.socket.pause()
    await new Promise((resolve) => line.socket.write(Buffer.alloc(bytes), resolve))
    line.socket.resume()
    await line.closed
    expect(line.heard()).toMatch(/^HTTP\/1\.1 413 [^]*\r\n\r\nThat is more than/)
  },
)

test('a body that goes on after it was refused is cut off', { tags: ['abuse-31'] }, async () => {
  const line = await aRefusedLine(1_000_000_000)
  const part = Buffer.alloc(1_000_000)
  const send = () => line.socket.write(part, (error) => void (error || send()))
  send()
  await line.closed
  expect(line.socket.bytesWritten).toBeLessThan(100_000_000)
})

test('two questions that are sent together are both answered as the server stops', async () => {
  const released = Promise.withResolvers<void>()
  const asked = vi.fn<() => void>()
  const server = await aServer({
    async answer({ url }, response) {
      asked()
      await released.promise
      response.end(`page ${url}`)
    },
  })
  const drain = withGracefulShutdown(server)
  const line = aLine(server)
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  line.socket.write(ask('/first') + ask('/second'))
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  const drained = drain(60_000)
  released.resolve()
  await Promise.all([drained, line.closed])
  expect(line.heard()).toMatch(/page \/first[^]*connection: close[^]*page \/second/i)
})

test('a server that stops closes idle lines and ends the others with their answer', async () => {
  const released = Promise.withResolvers<void>()
  const asked = vi.fn<(path?: string) => void>()
  const server = await aServer({
    async answer({ url }, response) {
      asked(url)
      if (url === '/begun') response.write('begun ')
      if (url !== '/') await released.promise
      response.end('page')
    },
  })
  const drain = withGracefulShutdown(server)
  const lines = {
    fresh: aLine(server),
    idle: aLine(server),
    waiting: aLine(server),
    begun: aLine(server),
  }
  for (const [name, path] of Object.entries({ idle: '/', waiting: '/waiting', begun: '/begun' }))
    lines[name as 'idle'].socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await expect.poll(() => lines.idle.heard()).toContain('page')
  await expect.poll(() => lines.begun.heard()).toContain('begun')
  await expect.poll(() => asked).toHaveBeenCalledWith('/waiting')

  const drained = drain(60_000)
  await Promise.all([lines.fresh.closed, lines.idle.closed])
  expect(lines.waiting.heard()).toBe('')
  released.resolve()
  await Promise.all([drained, lines.waiting.closed, lines.begun.closed])
  expect(lines.waiting.heard()).toMatch(/connection: close[^]*page/i)
  expect(lines.begun.heard()).toContain('page')
})

test('what comes while the server stops is told that the line ends', async () => {
  const released = Promise.withResolvers<void>()
  const server = await aServer({
    async answer({ url }, response) {
      if (url === '/first') await released.promise
      response.end(`page ${url}`)
    },
  })
  const drain = withGracefulShutdown(server)
  const line = aLine(server)
  const asked = vi.fn<() => void>()
  server.on('request', asked)
  line.socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(1)
  const drained = drain(60_000)
  line.socket.write('GET /second HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(2)
  released.resolve()
  await Promise.all([drained, line.closed])
  expect(line.heard()).toMatch(/connection: close[^]*page \/first/i)
})

test(
  'whoever has just connected, or asks again as the server stops, is still answered',
  { tags: ['abuse-update'] },
  async () => {
    const server = await aServer()
    const drain = withGracefulShutdown(server)
    const [fresh, kept] = [aLine(server), aLine(server)]
    kept.socket.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(() => kept.heard()).toContain('page')
    const drained = drain(60_000)
    for (const { socket } of [fresh, kept])
      socket.write('POST /functions/v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
    await Promise.all([drained, fresh.closed, kept.closed])
    expect(fresh.heard()).toMatch(/^HTTP\/1\.1 405 [^]*connection: close/i)
    expect(kept.heard()).toMatch(/HTTP\/1\.1 405 [^]*connection: close/i)
  },
)

test('a line that asked for another protocol behind an answer nobody reads is cut off, too', async () => {
  const upgraded = vi.fn<NonNullable<HttpOptions['upgrade']>>()
  const server = await aServer({
    upgrade: upgraded,
    answer: async (_, response) => void response.end(Buffer.alloc(20_000_000)),
  })
  const drain = withGracefulShutdown(server)
  const line = aLine(server)
  line.socket.pause()
  const asked = 'Connection: upgrade\r\nUpgrade: websocket'
  line.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  line.socket.write(`GET /realtime/v1/websocket HTTP/1.1\r\nHost: localhost\r\n${asked}\r\n\r\n`)
  await expect.poll(() => upgraded).toHaveBeenCalledTimes(1)
  expect(await drain(300)).toBe(1)
  line.socket.resume()
  await line.closed
})

test('what is not done in time is cut off', async () => {
  const asked = vi.fn<() => void>()
  const server = await aServer({
    answer: () => {
      asked()
      return new Promise(() => undefined)
    },
  })
  const drain = withGracefulShutdown(server)
  const line = aLine(server)
  line.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => asked).toHaveBeenCalledTimes(1)
  const [cut] = await Promise.all([drain(50), line.closed])
  expect(cut).toBe(1)
  expect(line.heard()).toBe('')
})

test.each(['/healthz', '/readyz', '/metrics', '/favicon.ico', '/', '/shop'])(
  '%s is only read: other methods answer 405, which names those that may',
  async (path) => {
    const address = (await aServer()).address()
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
