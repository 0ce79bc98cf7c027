import { expect, test } from 'vitest'
import { ArrivingBodies } from './arriving-bodies.ts'

/** Collects bodies of up to 1,000 bytes together. `dropped` has the addresses of those that were dropped. */
function createBodies() {
  const bodies = new ArrivingBodies(1000)
  const dropped: string[] = []
  return {
    dropped,
    begin: (address: string, length?: number) =>
      bodies.begin(address, length, () => dropped.push(address)),
    send: (address: string, bytes: number) => {
      const body = bodies.begin(address, bytes, () => dropped.push(address))
      body.append(Buffer.alloc(bytes, 'x'))
      return body
    },
  }
}

test('returns a body that arrives in many chunks, and null for an empty one', () => {
  const { begin } = createBodies()
  for (const length of [26, undefined]) {
    const body = begin('192.0.2.1', length)
    expect(body.getContent()).toBeNull()
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') body.append(Buffer.from(letter))
    expect(String(body.getContent())).toBe('abcdefghijklmnopqrstuvwxyz')
    expect(body.heldBytes).toBeLessThan(2 * 26 + 1)
  }
})

test(
  'drops the largest body of the network with the most bytes when the limit is exceeded',
  { tags: ['abuse-31'] },
  () => {
    const { dropped, send } = createBodies()
    const kept = send('198.51.100.1', 400)
    send('2001:db8:1:1::1', 250)
    send('2001:db8:1:2::1', 150)
    const neighbour = send('2001:db8:1:3::1', 10)
    expect(dropped).toEqual([])
    const late = send('192.0.2.1', 200)
    expect(dropped).toEqual(['2001:db8:1:1::1'])
    expect([kept, neighbour, late].map(({ size }) => size)).toEqual([400, 10, 200])
    expect([kept, neighbour, late].map(({ heldBytes }) => heldBytes)).toEqual([400, 10, 200])
  },
)

test(
  'drops the growing body itself when it is the largest, and ignores the rest of it',
  { tags: ['abuse-31'] },
  () => {
    const { dropped, send, begin } = createBodies()
    send('198.51.100.1', 450)
    const body = begin('192.0.2.1', 900)
    for (let chunk = 0; chunk < 9; chunk += 1) body.append(Buffer.alloc(100))
    expect(dropped).toEqual(['192.0.2.1'])
    expect([body.heldBytes, body.size]).toEqual([0, 300])
  },
)

test(
  'keeps a small body of each network while others fill the memory',
  { tags: ['abuse-31'] },
  () => {
    const { dropped, send } = createBodies()
    const small = send('198.51.100.1', 20)
    for (let each = 0; each < 100; each += 1) send(`192.0.2.${each}`, 90)
    expect(dropped).toHaveLength(90)
    expect(small.heldBytes).toBe(20)
  },
)

test('a released body holds no bytes any more', () => {
  const { dropped, send } = createBodies()
  for (let each = 0; each < 10; each += 1) send('192.0.2.1', 900).release()
  expect(dropped).toEqual([])
})
