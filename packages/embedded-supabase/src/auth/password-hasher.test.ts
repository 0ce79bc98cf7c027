import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Tinypool } from 'tinypool'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBcryptHasher } from './password-hasher.ts'

test('a password matches only its own hash', async () => {
  const hasher = createBcryptHasher({ cost: 4 })
  const hash = await hasher.hash('Hot Sauce 4 me')
  expect(hash).toMatch(/^\$2[aby]\$04\$/)
  expect(await hasher.verify('Hot Sauce 4 me', hash)).toBe(true)
  expect(await hasher.verify('Hot Sauce 4 you', hash)).toBe(false)
  expect(await hasher.verify('Hot Sauce 4 me', null)).toBe(false)
})

test('a comparison without a stored hash does as much work as one with a hash', async () => {
  const hasher = createBcryptHasher({ cost: 7 })
  const sameCost = /^\$2b\$07\$[./A-Za-z\d]{53}$/
  expect(await hasher.hash('Hot Sauce 4 me')).toMatch(sameCost)
  const run = vi.spyOn(Tinypool.prototype, 'run')
  expect(await hasher.verify('Wrong 1 password', null)).toBe(false)
  const compared = expect.stringMatching(sameCost)
  expect(run).toHaveBeenCalledWith({ password: 'Wrong 1 password', hash: compared })
})

test(
  'ten password hashes at once do not block the event loop',
  { tags: ['abuse-23'] },
  async () => {
    const hasher = createBcryptHasher({ cost: 8 })
    const stored = await hasher.hash('Hot Sauce 4 me')
    let turns = 0
    let isDone = false
    const spin = (): void => {
      turns += 1
      if (!isDone) setImmediate(spin)
    }
    setImmediate(spin)
    const turnsOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = turns
      await Promise.all(Array.from({ length: 5 }, work))
      return turns - before
    }
    const hashing = await turnsOf(() => hasher.hash('Hot Sauce 4 me'))
    const comparing = await turnsOf(() => hasher.verify('Hot Sauce 4 me', stored))
    isDone = true
    expect(Math.min(hashing, comparing)).toBeGreaterThan(100)
  },
)

test('a thread hashes one password at a time, in the order of the requests', async () => {
  const hasher = createBcryptHasher({ cost: 6, threads: 1 })
  const done: number[] = []
  const work = [0, 1, 2, 3, 4].map(async (turn) => {
    await hasher.hash('Hot Sauce 4 me')
    done.push(turn)
  })
  await Promise.all(work)
  expect(done).toEqual([0, 1, 2, 3, 4])
})

/** Blocks all four threads of Node's pool, which serves files and compression, until the test is done. */
function occupyNode(): void {
  const folder = mkdtempSync(join(tmpdir(), 'busy-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opening a pipe for reading blocks until somebody opens it for writing.
  const readers = [0, 1, 2, 3].map(() => open(pipe, 'r'))
  onTestFinished(async () => {
    // The pipe stays open until each reader has opened it, because a reader without a writer waits forever.
    const writer = openSync(pipe, 'r+')
    for (const reader of readers) await (await reader).close()
    closeSync(writer)
    rmSync(folder, { recursive: true })
  })
}

test(
  'passwords are hashed and compared while all threads of Node are busy',
  { tags: ['abuse-23'] },
  async () => {
    const hasher = createBcryptHasher({ cost: 4 })
    const hash = await hasher.hash('Hot Sauce 4 me')
    occupyNode()
    expect(await hasher.verify('Hot Sauce 4 me', hash)).toBe(true)
    expect(await hasher.hash('Hot Sauce 4 me')).not.toBe(hash)
  },
)

test(
  'a password hash is refused with 429 when its queue is full',
  { tags: ['abuse-23'] },
  async () => {
    const hasher = createBcryptHasher({ cost: 4, queue: 1, threads: 1 })
    const three = await Promise.allSettled([1, 2, 3].map(() => hasher.hash('Hot Sauce 4 me')))
    expect(three.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(three[2]).toMatchObject({ reason: { status: 429, code: 'over_request_rate_limit' } })
  },
)

test('a pretended comparison does no work', async () => {
  const hasher = createBcryptHasher({ cost: 4 })
  await hasher.verify('Wrong 1 password', null)
  const run = vi.spyOn(Tinypool.prototype, 'run')
  await hasher.pretend()
  expect(run).not.toHaveBeenCalled()
})
