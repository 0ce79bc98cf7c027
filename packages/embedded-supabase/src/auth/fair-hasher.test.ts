import { expect, test } from 'vitest'
import { createFairHasher } from './fair-hasher.ts'

/** Creates a hasher whose calls stay pending until the test completes them. */
function slowHasher() {
  const waiting: { password: string; end: () => void }[] = []
  const hash = (password: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.push({ password, end: () => resolve(password) })
    return promise
  }
  return {
    waiting,
    hasher: {
      hash,
      verify: async (password: string) => (await hash(password)) === '',
      pretend: () => Promise.resolve(),
    },
  }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test(
  'password hashes of one address delay the hash of another address by one turn',
  { tags: ['abuse-19'] },
  async () => {
    const { waiting, hasher } = slowHasher()
    const hasherOf = createFairHasher(hasher)
    const flood = { address: '203.0.113.1', isKnown: false }
    const refused = Array.from({ length: 50 }, () => hasherOf(flood).hash('guess'))
    const outcomes = Promise.allSettled(refused)
    void hasherOf({ address: '203.0.113.2', isKnown: false }).hash('mine')
    await settle()
    expect(waiting.map(({ password }) => password)).toEqual(['guess', 'mine'])
    for (let turn = 0; turn < waiting.length; turn += 1) {
      waiting[turn]?.end()
      await settle()
    }
    const statuses = (await outcomes).map((one) =>
      one.status === 'fulfilled' ? 200 : Object(one.reason).status,
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
  },
)

test(
  'a known caller gets a place in a queue that a thousand anonymous callers fill',
  { tags: ['abuse-19'] },
  async () => {
    const { waiting, hasher } = slowHasher()
    const hasherOf = createFairHasher(hasher)
    const strangers = Array.from({ length: 1000 }, (_, one) =>
      hasherOf({ address: `10.0.${one >> 8}.${one & 255}`, isKnown: false }).hash('guess'),
    )
    const outcomes = Promise.allSettled(strangers)
    const stranger = hasherOf({ address: '203.0.113.1', isKnown: false }).hash('late')
    await expect(stranger).rejects.toMatchObject({ status: 429 })
    const known = hasherOf({ address: '203.0.113.2', isKnown: true }).hash('mine')
    for (let turn = 0; turn < 200; turn += 1) {
      waiting[turn]?.end()
      await settle()
    }
    expect(await known).toBe('mine')
    await outcomes
  },
)
