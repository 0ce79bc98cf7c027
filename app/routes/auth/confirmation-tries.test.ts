import { expect, test } from 'vitest'
import type { AuthOutcome } from '../../features/account/sign-in.ts'
import { startConfirmationPolling } from './confirmation-tries.ts'

const notYet: AuthOutcome = { ok: false, message: 'x', code: 'email_not_confirmed' }

/** Starts polling with a fake clock, which `pass` advances. */
function start(answers: AuthOutcome[]) {
  const world = {
    at: 0,
    triedAt: [] as number[],
    signedIn: 0,
    due: null as { work: () => void; at: number } | null,
    async pass(ms: number) {
      const end = world.at + ms
      while (world.due !== null && world.due.at <= end) {
        const { work, at } = world.due
        world.due = null
        world.at = at
        work()
        await Promise.resolve()
        await Promise.resolve()
      }
      world.at = end
    },
  }
  const tries = startConfirmationPolling({
    signIn: async () => {
      world.triedAt.push(world.at / 1000)
      return answers[world.triedAt.length - 1] ?? notYet
    },
    onSignedIn: () => (world.signedIn += 1),
    now: () => world.at,
    later(work, delayMs) {
      world.due = { work, at: world.at + delayMs }
      return () => (world.due = null)
    },
  })
  return { world, tries }
}

const hour = 3_600_000

test('a waiting page retries less and less often and finally stops', async () => {
  const { world } = start([])
  await world.pass(24 * hour)
  expect(world.triedAt).toEqual([20, 60, 140, 300, 620, 1260, 2540, 5100])
  expect(world.signedIn).toBe(0)
})

test('a waiting page signs in once the email address is confirmed', async () => {
  const { world } = start([notYet, notYet, { ok: true }])
  await world.pass(hour)
  expect(world.triedAt).toEqual([20, 60, 140])
  expect(world.signedIn).toBe(1)
})

test.each(['invalid_credentials', 'over_request_rate_limit', 'user_banned'])(
  'a waiting page stops without a message at the error %s',
  { tags: ['abuse-20'] },
  async (code) => {
    const { world } = start([{ ok: false, message: 'x', code }])
    await world.pass(24 * hour)
    expect(world.triedAt).toEqual([20])
    expect(world.signedIn).toBe(0)
  },
)

test('a waiting page that could not reach the service retries', async () => {
  const { world } = start([{ ok: false, message: 'x', code: null }, { ok: true }])
  await world.pass(hour)
  expect(world.signedIn).toBe(1)
})

test('returning to a waiting page retries immediately, but not twice in ten seconds', async () => {
  const { world, tries } = start([])
  tries.tryNow()
  await world.pass(12_000)
  tries.tryNow()
  tries.tryNow()
  await world.pass(1000)
  tries.tryNow()
  await world.pass(1000)
  expect(world.triedAt).toEqual([12])
})

test('a page that was left does not retry', async () => {
  const { world, tries } = start([])
  tries.stop()
  tries.tryNow()
  await world.pass(hour)
  expect(world.triedAt).toEqual([])
})
