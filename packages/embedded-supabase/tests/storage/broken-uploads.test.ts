import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const fault = { isFull: false }
const shop = await startStorageBackend((files) => ({
  ...files,
  receive: async (body) => {
    const draft = await files.receive(body)
    const keep = async () => {
      if (fault.isFull) throw new Error('The disk is full')
      await draft.keep()
    }
    return { ...draft, keep }
  },
}))
afterAll(() => shop.stop())
/** The time limit in ms, which allows for a busy machine. */
const soon = { timeout: 10_000 }
const bucket = await shop.aBucket({ fileSizeLimit: 5_000_000 })

/** Opens a TCP connection and sends the headers of an upload on it. */
async function begin(head: string): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(socket, 'connect')
  socket.write(
    `${head}\r\nhost: x\r\nauthorization: Bearer ${shop.keys.secret}\r\nconnection: keep-alive\r\n`,
  )
  return { socket, received: () => text }
}

async function expectNothing(name: string): Promise<void> {
  expect((await shop.storage.from(bucket).exists(name)).data).toBe(false)
  await vi.waitFor(
    async () =>
      expect((await shop.onDisk()).filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([]),
    soon,
  )
}

test('an aborted upload leaves no file and no object', async () => {
  const before = await shop.onDisk()
  const { socket } = await begin(`POST /storage/v1/object/${bucket}/cut.bin HTTP/1.1`)
  socket.write('content-type: image/png\r\ncontent-length: 1000000\r\n\r\n')
  socket.write('x'.repeat(300_000))
  await vi.waitFor(async () => expect((await shop.onDisk()).length).toBe(before.length + 1), soon)
  socket.destroy()
  await expectNothing('cut.bin')
  expect(await shop.onDisk()).toEqual(before)
})

test('an aborted or incomplete form leaves no file and no object', async () => {
  const before = await shop.onDisk()
  const head = `--b\r\ncontent-disposition: form-data; name=""; filename="x.png"\r\ncontent-type: image/png\r\n\r\n`
  for (const part of [`${head}${'x'.repeat(300_000)}`, `${head}x\r\n--b\r\ncontent-disp`]) {
    const { socket } = await begin(`POST /storage/v1/object/${bucket}/cut.png HTTP/1.1`)
    socket.write('content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n')
    socket.write(part)
    await vi.waitFor(async () => expect((await shop.onDisk()).length).toBe(before.length + 1), soon)
    socket.destroy()
    await expectNothing('cut.png')
  }
  // The multipart body of this request ends before its last boundary.
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  const path = `/object/${bucket}/cut.png`
  const answer = await shop.ask(path, { method: 'POST', headers: type, body: `${head}x` })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: 'No content provided' },
  ])
  expect(await shop.onDisk()).toEqual(before)
})

test('an upload announced as too large is refused before its body, and the connection stays usable', async () => {
  const { socket, received } = await begin(`POST /storage/v1/object/${bucket}/large.bin HTTP/1.1`)
  socket.write('content-type: image/png\r\ncontent-length: 5000001\r\n\r\n')
  await vi.waitFor(() => expect(received()).toContain('"statusCode":"413"'), soon)
  socket.write('x'.repeat(5_000_001))
  socket.write(
    `GET /storage/v1/bucket/${bucket} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${shop.keys.secret}\r\n\r\n`,
  )
  await vi.waitFor(() => expect(received()).toContain(`"id":"${bucket}"`), soon)
  socket.destroy()
  await expectNothing('large.bin')
})

test(
  'an upload that exceeds the limit while streaming is refused, raw or as a form',
  { tags: ['abuse-29'] },
  async () => {
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      })
    const init = { method: 'POST', duplex: 'half', headers: { 'content-type': 'image/png' } }
    const raw = await shop.storage
      .from(bucket)
      .upload('raw.bin', body(), { contentType: 'image/png' })
    expect(raw.error).toMatchObject({ statusCode: '413' })
    const form = new FormData()
    form.append('', new Blob([new Uint8Array(5_000_001)], { type: 'image/png' }), 'x')
    const answer = await shop.ask(`/object/${bucket}/form.bin`, { method: init.method, body: form })
    expect(await answer.json()).toMatchObject({ statusCode: '413' })
    await expectNothing('raw.bin')
    await expectNothing('form.bin')
  },
)

test('an upload without permission is refused before its body is sent', async () => {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  socket.write(
    `POST /storage/v1/object/${bucket}/mine.bin HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${shop.keys.publishable}\r\ncontent-type: image/png\r\ncontent-length: 4000000\r\n\r\n`,
  )
  await vi.waitFor(() => expect(received).toContain('row-level security'), soon)
  socket.destroy()
  await expectNothing('mine.bin')
})

test('a file that cannot be stored on the disk gets no row and is answered with 503', async () => {
  fault.isFull = true
  const { error } = await shop.storage.from(bucket).upload('unkept.txt', 'x')
  fault.isFull = false
  expect(error).toMatchObject({ status: 503 })
  await expectNothing('unkept.txt')
})

test('a file whose row the database cannot store is removed and answered with 503', async () => {
  const { sql } = shop.database
  await sql.unsafe(`
    create function public.no_room() returns trigger language plpgsql as $$
      begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on storage.objects for each row when (new.name = 'unkept.txt')
      execute function public.no_room()`)
  const { error } = await shop.storage.from(bucket).upload('unkept.txt', 'x')
  await sql`drop function public.no_room cascade`
  expect(error).toMatchObject({ status: 503 })
  await expectNothing('unkept.txt')
})

test('a form without a file, without a boundary or with oversized fields is refused', async () => {
  const post = async (body: string | FormData, type?: string) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await shop.ask(`/object/${bucket}/form.txt`, { method: 'POST', body, headers })
    return answer.status
  }
  const noFile = new FormData()
  noFile.append('cacheControl', '1')
  expect(await post(noFile)).toBe(400)
  expect(await post('x', 'multipart/form-data')).toBe(400)
  expect(await post('', 'multipart/form-data; boundary=b')).toBe(400)
  const large = new FormData()
  large.append('metadata', 'x'.repeat(100_000))
  large.append('', new Blob(['x'], { type: 'image/png' }), 'x')
  expect(await post(large)).toBe(400)
  await expectNothing('form.txt')
})

test('large uploads are streamed without being held in memory', async () => {
  const huge = await shop.aBucket()
  const [part, parts] = [Buffer.alloc(65_536, 'x'), 300]
  async function* body(): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < parts; sent++) yield part
  }
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  const upload = (name: number) =>
    shop.backend.handle({
      method: 'POST',
      path: `/storage/v1/object/${huge}/${name}.bin`,
      query: '',
      headers: { authorization: `Bearer ${shop.keys.secret}`, 'content-type': 'image/png' },
      body: null,
      stream: body(),
      clientAddress: '127.0.0.1',
    })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, name) => upload(name)))
  clearInterval(watch)
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(most).toBeLessThan(5_000_000)
  const size = part.length * parts
  expect((await shop.storage.from(huge).info('9.bin')).data).toMatchObject({ size })
})
