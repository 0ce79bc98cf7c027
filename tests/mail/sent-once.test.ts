import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MailWorkerOptions } from '../../mail/worker.ts'
import { getOutboxRows, startMailShop } from './mail-shop.ts'
import { createTransportWithManualTimeouts, createMailHelpers } from './smtp-server.ts'

const shop = await startMailShop()
const { sql } = shop.database
const { startWorker, queue } = createMailHelpers(shop)
afterAll(() => shop.stop())
beforeEach(async () => void (await sql`delete from public.outbox`))

const minute = 60_000
const patient = { timeout: 20_000 }
type Stage = 'connect' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'message' | '250'

interface Message {
  id: string
  /** Confirms the email with code 250, or with another line. */
  reply: (line?: string) => void
}

/**
 * Starts an SMTP server with a minimal protocol that can break the connection at each stage. It accepts every complete
 * email, and `answer` decides when to confirm it.
 */
async function startOddServer(
  breaksAt: (stage: Stage) => boolean,
  answer: (message: Message) => void = ({ reply }) => reply(),
) {
  const accepted: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    converse(socket, accepted, breaksAt, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: address.port, accepted }
}

function converse(
  socket: Socket,
  accepted: string[],
  breaks: (stage: Stage) => boolean,
  answer: (message: Message) => void,
): void {
  let text = ''
  let isInBody = false
  const at = (stage: Stage, line: string) =>
    breaks(stage) ? void socket.resetAndDestroy() : void socket.write(`${line}\r\n`)

  function takeMessage(end: number): void {
    const id = /^message-id: <(.+?)@/im.exec(text)?.[1] ?? ''
    text = text.slice(end + 5)
    isInBody = false
    accepted.push(id)
    if (breaks('message')) return void socket.resetAndDestroy()
    answer({
      id,
      reply(line = '250 Taken') {
        socket.write(`${line}\r\n`, () => breaks('250') && socket.resetAndDestroy())
      },
    })
  }

  function takeLine(line: string): void {
    const stage = line.slice(0, 4).toUpperCase() as Stage
    if (stage === 'DATA') {
      isInBody = true
      return at(stage, '354 Go on')
    }
    at(stage, '250 Fine')
  }

  at('connect', '220 odd.example')
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    for (;;) {
      if (socket.destroyed) return
      if (isInBody && breaks('body')) return void socket.resetAndDestroy()
      const end = text.indexOf(isInBody ? '\r\n.\r\n' : '\r\n')
      if (end === -1) return
      if (isInBody) {
        takeMessage(end)
        continue
      }
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      takeLine(line)
    }
  })
}

/** Starts a worker whose timeouts end when the test says so. */
async function startPatient(server: { port: number }, changes: Partial<MailWorkerOptions> = {}) {
  const { transport, expire } = createTransportWithManualTimeouts(server)
  const worker = await startWorker(server, { transport, ...changes })
  await worker.drain()
  return { ...worker, expire }
}

async function sentIds(): Promise<string[]> {
  return (await getOutboxRows(shop)).filter((row) => row.sent_at !== null).map((row) => row.id)
}

describe('a broken connection', () => {
  test.each<[Stage, number]>([
    ['connect', 1],
    ['EHLO', 1],
    ['MAIL', 1],
    ['RCPT', 1],
    ['DATA', 1],
    ['body', 1],
    // The server has accepted the email, but its confirmation was lost, so the email is sent again: the only case in
    // which it arrives twice.
    ['message', 2],
    ['250', 1],
  ])(
    'a connection broken at %s sends each email %i time(s) under its own Message-ID',
    async (stage, times) => {
      let broken = 0
      const server = await startOddServer((here) => here === stage && ++broken === 1)
      const worker = await startPatient(server)
      const ids = [await queue('one@example.com'), await queue('two@example.com')]
      for (let round = 0; round < 4; round += 1) {
        await worker.drain()
        shop.clock.advance(3 * minute)
      }
      expect(broken).toBeGreaterThan(0)
      const [first = '', second = ''] = ids
      const count = (id: string) => server.accepted.filter((one) => one === id).length
      expect([count(first), count(second)].sort()).toEqual([1, times].sort())
      expect(server.accepted).toHaveLength(1 + times)
      expect((await sentIds()).sort()).toEqual(ids.sort())
    },
  )
})

describe('a slow server', () => {
  test('a slow response delays no other email, and no other worker sends the email too', async () => {
    const waiting: Message[] = []
    let slow = ''
    const server = await startOddServer(
      () => false,
      (message) => {
        if (message.id !== slow) return message.reply()
        waiting.push(message)
        for (const worker of workers) worker.expire(slow, 'transfer')
      },
    )
    const workers = [await startPatient(server), await startPatient(server)]
    slow = await queue('slow@example.com')
    shop.clock.advance(1)
    const others = [await queue('a@example.com'), await queue('b@example.com')]
    for (const worker of workers) await worker.drain()
    expect((await sentIds()).sort()).toEqual(others.sort())
    for (let minutes = 0; minutes < 10; minutes += 1) {
      shop.clock.advance(minute)
      for (const worker of workers) await worker.drain()
    }
    expect(server.accepted.filter((id) => id === slow)).toHaveLength(1)
    waiting[0]?.reply()
    await expect.poll(() => sentIds(), patient).toContain(slow)
    shop.clock.advance(60 * minute)
    for (const worker of workers) await worker.drain()
    expect(server.accepted).toHaveLength(3)
  })

  test('a late temporary refusal is retried after half a minute', async () => {
    const waiting: Message[] = []
    let refusals = 1
    const server = await startOddServer(
      () => false,
      (message) => {
        if (refusals-- <= 0) return message.reply()
        waiting.push(message)
        worker.expire(message.id, 'transfer')
      },
    )
    const worker = await startPatient(server)
    const id = await queue('marsha@example.com')
    await worker.drain()
    waiting[0]?.reply('451 Not now')
    await expect
      .poll(async () => (await getOutboxRows(shop))[0]?.last_error, patient)
      .toContain('451')
    shop.clock.advance(minute)
    await worker.drain()
    expect(await sentIds()).toEqual([id])
  })

  test('an email without any response is sent again under the same Message-ID', async () => {
    let silent = 1
    const server = await startOddServer(
      () => false,
      (message) => (silent-- > 0 ? worker.expire(message.id, 'transfer') : message.reply()),
    )
    const worker = await startPatient(server)
    const id = await queue('marsha@example.com')
    await worker.drain()
    worker.expire(id, 'answer')
    await expect
      .poll(async () => (await getOutboxRows(shop))[0]?.last_error, patient)
      .toContain('Broken')
    shop.clock.advance(minute)
    await worker.drain()
    expect(server.accepted).toEqual([id, id])
  })
})

test('an email whose lease is nearly over is left to other workers', async () => {
  const server = await startOddServer(() => false)
  const other = await startPatient(server)
  let meanwhile = async (): Promise<void> => {
    shop.clock.advance(minute)
    await other.drain()
  }
  const client: MailWorkerOptions['client'] = Object.create(shop.secret, {
    rpc: {
      value: async (name: string, args: object) => {
        const answer = await shop.secret.rpc(name, args)
        if (name !== 'check_email_before_sending') return answer
        const run = meanwhile
        meanwhile = async () => undefined
        await run()
        return answer
      },
    },
  })
  const emailHash = 'a'.repeat(64)
  const data = { code: 'TEN123456', percent: 10, expiresAt: new Date().toISOString(), emailHash }
  const worker = await startPatient(server, { client })
  const id = await queue('marsha@example.com', 'discount_code', data)
  await worker.drain()
  expect(server.accepted).toEqual([id])
  expect((await getOutboxRows(shop))[0]).toMatchObject({ id, failed_at: null })
})

test('an email sent during a database outage is recorded before others can claim it', async () => {
  const server = await startOddServer(() => false)
  const timers: number[] = []
  let isAway = true
  const client: MailWorkerOptions['client'] = Object.create(shop.secret, {
    rpc: {
      value: (name: string, args: object) =>
        name === 'mark_email_sent' && isAway
          ? Promise.reject(new Error('connection refused'))
          : shop.secret.rpc(name, args),
    },
  })
  const setTimer = (_: () => void, ms: number) => {
    timers.push(ms)
    return () => undefined
  }
  const [worker, other] = [
    await startPatient(server, { client, setTimer }),
    await startPatient(server),
  ]
  const id = await queue('marsha@example.com')
  await worker.drain()
  expect(timers).toContain(1000)
  isAway = false
  shop.clock.advance(20_000)
  await worker.drain()
  expect(await sentIds()).toEqual([id])
  shop.clock.advance(minute)
  for (const one of [other, worker]) await one.drain()
  expect(server.accepted).toEqual([id])
})
