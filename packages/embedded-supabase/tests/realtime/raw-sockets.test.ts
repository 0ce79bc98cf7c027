import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type RealtimeService, startRealtimeService, type RealtimeServer } from './service.ts'

let service: RealtimeService
let web: RealtimeServer

beforeAll(async () => {
  service = await startRealtimeService()
  web = await service.open()
})
afterAll(() => service.stop())

interface RawConnection {
  socket: Socket
  /** Returns all bytes received so far, as text. */
  received: () => string
  /** Resolves when the other side has closed the connection. */
  ended: Promise<unknown>
}

/** Opens a TCP connection that stays half-open when the service closes its side. */
function openConnection({ port }: RealtimeServer): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  let received = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part
  })
  const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  return { socket, received: () => received, ended }
}

const host = 'Host: localhost'
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
const version = 'Sec-WebSocket-Version: 13'

function handshake(headers: readonly string[], method = 'GET'): string {
  const path = `/realtime/v1/websocket?apikey=${service.keys.publishable}&vsn=2.0.0`
  return [`${method} ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
}

/** Opens a TCP connection and sends a websocket handshake. */
async function openHandshake(to: RealtimeServer): Promise<RawConnection> {
  const connection = openConnection(to)
  connection.socket.write(handshake([host, upgrade, key, version]))
  await expect.poll(connection.received).toContain('\r\n\r\n')
  return connection
}

/** Opens a websocket connection, of which the test writes each byte. */
async function openWebsocket(to = web): Promise<RawConnection> {
  const connection = await openHandshake(to)
  expect(connection.received()).toMatch(/^HTTP\/1\.1 101 /)
  return connection
}

const [text, close, ping, pong] = [1, 8, 9, 10]

interface Shape {
  isLast?: boolean
  isMasked?: boolean
  /** The length in the frame's header, by default the length of the body. */
  length?: bigint
}

/** Returns the bytes of a websocket frame, which may be invalid. */
function frame(opcode: number, body: Buffer | string = '', shape: Shape = {}): Buffer {
  const { isLast = true, isMasked = true, length = BigInt(Buffer.byteLength(body)) } = shape
  const [first, mask] = [(isLast ? 128 : 0) | opcode, isMasked ? 128 : 0]
  const long = Buffer.alloc(8)
  long.writeBigUInt64BE(length)
  const head = length < 126n ? [first, mask | Number(length)] : [first, mask | 127, ...long]
  // The frame has a mask of zeros, which leaves its data unchanged.
  return Buffer.from([...head, ...(isMasked ? [0, 0, 0, 0] : []), ...Buffer.from(body)])
}

/** Returns the frames that the server has sent after the handshake. */
function framesIn(received: string): { opcode: number; body: Buffer }[] {
  const bytes = Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1')
  const frames = []
  for (let at = 0; at + 2 <= bytes.length;) {
    const [opcode, short] = [bytes.readUInt8(at) & 15, bytes.readUInt8(at + 1)]
    const start = at + (short < 126 ? 2 : 4)
    const length = short < 126 ? short : bytes.readUInt16BE(at + 2)
    frames.push({ opcode, body: bytes.subarray(start, start + length) })
    at = start + length
  }
  return frames
}

/** Returns the code of the server's close frame; null when it has not sent one. */
function codeIn(received: string): number | null {
  return (
    framesIn(received)
      .find(({ opcode }) => opcode === close)
      ?.body.readUInt16BE() ?? null
  )
}

async function expectAlive({ socket, received }: RawConnection): Promise<void> {
  const answers = () => framesIn(received()).filter(({ opcode }) => opcode === text).length
  const before = answers()
  socket.write(frame(text, JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}])))
  await expect.poll(answers).toBe(before + 1)
}

test.each([
  ['no key', [host, upgrade, version], 400],
  ['an invalid key', [host, upgrade, 'Sec-WebSocket-Key: x', version], 400],
  ['no version', [host, upgrade, key], 400],
  ['an older version', [host, upgrade, key, 'Sec-WebSocket-Version: 12'], 400],
  ['another protocol', [host, 'Connection: Upgrade\r\nUpgrade: h2c', key, version], 400],
  ['no host', [upgrade, key, version], 400],
  ['two lengths', [host, upgrade, key, version, 'Content-Length: 0\r\nContent-Length: 1'], 400],
  [
    'a length and chunks',
    [host, upgrade, key, version, 'Content-Length: 1\r\nTransfer-Encoding: chunked'],
    400,
  ],
  ['a NUL in a header', [host, upgrade, key, version, 'X-Other: a\0b'], 400],
  ['20 kB of headers', [host, upgrade, key, version, `X-Other: ${'x'.repeat(20_000)}`], 431],
])(
  'a handshake with %s is refused and takes up no connection',
  { tags: ['abuse-31'] },
  async (_, headers, status) => {
    const small = await service.open({ connections: 1 })
    const { socket, received, ended } = openConnection(small)
    socket.write(handshake(headers))
    await ended
    expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    await openWebsocket(small)
  },
)

test('a handshake with another method than GET is refused', async () => {
  const { socket, received, ended } = openConnection(web)
  socket.write(handshake([host, upgrade, key, version], 'POST'))
  await ended
  expect(received()).toMatch(/^HTTP\/1\.1 405 /)
})

const part = { isLast: false }
const broken: [string, Buffer[], number][] = [
  ['a frame without a mask', [frame(text, '[]', { isMasked: false })], 1002],
  ['an unknown opcode', [frame(3)], 1002],
  ['an unknown control opcode', [frame(11)], 1002],
  ['a reserved bit', [frame(64 | text, '[]')], 1002],
  ['a continuation of no message', [frame(0, '[]')], 1002],
  ['a message within another', [frame(text, '[', part), frame(text, ']')], 1002],
  ['a fragmented ping', [frame(ping, 'x', part)], 1002],
  ['a ping of 200 bytes', [frame(ping, 'x'.repeat(200))], 1002],
  ['a close of one byte', [frame(close, 'x')], 1002],
  ['a close with a code that is never sent', [frame(close, Buffer.of(3, 237))], 1002],
  ['a close whose reason is no UTF-8', [frame(close, Buffer.of(3, 232, 255))], 1007],
  ['text that is no UTF-8', [frame(text, Buffer.of(34, 255, 34))], 1007],
  ['a lone surrogate', [frame(text, Buffer.of(34, 237, 160, 128, 34))], 1007],
  ['the header of a message of 300 kB', [frame(text, '', { length: 300_000n })], 1009],
  ['the header of a message of 2^63 bytes', [frame(text, '', { length: 2n ** 63n })], 1009],
  [
    'a fragmented message that is too large',
    [text, 0, 0].map((opcode) => frame(opcode, 'x'.repeat(100_000), part)),
    1009,
  ],
  [
    'a message of endless fragments',
    [frame(text, '', part), ...Array.from({ length: 2000 }, () => frame(0, '', part))],
    1008,
  ],
]

test.each(broken)(
  '%s closes its own connection only',
  { tags: ['abuse-31'] },
  async (_, frames, code) => {
    const [bystander, { socket, received }] = [await openWebsocket(), await openWebsocket()]
    socket.write(Buffer.concat(frames))
    await expect.poll(() => codeIn(received())).toBe(code)
    await expectAlive(bystander)
  },
)

test('a frame that arrives with the handshake is read', async () => {
  const { socket, received } = openConnection(web)
  const asked = Buffer.from(handshake([host, upgrade, key, version]))
  socket.write(Buffer.concat([asked, frame(3)]))
  await expect.poll(() => codeIn(received())).toBe(1002)
})

/** Opens a websocket, and tries again while the service still counts a closed connection towards its limit. */
function retryWebsocket(to: RealtimeServer): Promise<RawConnection> {
  return vi.waitFor(() => openWebsocket(to), 10_000)
}

test(
  'a close frame is answered, and a half-closed connection frees its place',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ connections: 1, goodbye: 500 })
    const polite = await openWebsocket(small)
    polite.socket.write(frame(close, Buffer.of(3, 232)))
    await polite.ended
    expect(codeIn(polite.received())).toBe(1000)
    const half = await retryWebsocket(small)
    half.socket.end()
    await half.ended
    await expectAlive(await retryWebsocket(small))
  },
)

test(
  'pings and pongs count against the message limit, and pings are answered',
  { tags: ['abuse-31'] },
  async () => {
    const small = await service.open({ messageRate: 0.001, messageBurst: 5 })
    const { socket, received } = await openWebsocket(small)
    const answers = () => framesIn(received()).filter(({ opcode }) => opcode === pong)
    for (let count = 1; count <= 5; count++) {
      socket.write(frame(ping, `${count}`))
      await expect
        .poll(() =>
          answers()
            .map(({ body }) => String(body))
            .at(-1),
        )
        .toBe(`${count}`)
    }
    socket.write(frame(ping))
    await expect.poll(() => codeIn(received())).toBe(1008)
    const silent = await openWebsocket(small)
    for (let count = 1; count <= 6; count++) silent.socket.write(frame(pong))
    await expect.poll(() => codeIn(silent.received())).toBe(1008)
  },
)

test(
  'a client that sends pings without reading the pongs is disconnected',
  { tags: ['abuse-31'] },
  async () => {
    const [bystander, { socket, ended }] = [await openWebsocket(), await openWebsocket()]
    socket.pause()
    const pings = Buffer.concat(Array.from({ length: 1000 }, () => frame(ping, 'x'.repeat(125))))
    const send = () => socket.write(pings, (error) => void (error || send()))
    send()
    await ended
    await expectAlive(bystander)
  },
)

test('an unfinished message does not reset the idle timeout', { tags: ['abuse-31'] }, async () => {
  const impatient = await service.open({ silence: 1000 })
  const [slow, endless] = [await openWebsocket(impatient), await openWebsocket(impatient)]
  slow.socket.write(frame(text, '', { length: 100_000n }))
  endless.socket.write(frame(text, '[', part))
  const drip = setInterval(() => {
    slow.socket.write('x')
    endless.socket.write(frame(0, 'x', part))
  }, 100)
  await Promise.all([slow.ended, endless.ended])
  clearInterval(drip)
  expect([slow, endless].map(({ received }) => codeIn(received()))).toEqual([null, null])
})
