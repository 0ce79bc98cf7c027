import { expect, test } from 'vitest'
import { createListeners } from '../../ui/listeners.ts'
import { waitForUpdate } from './use-order-of-session.ts'

test('an update during a pending request causes exactly one more request', async () => {
  const updates = createListeners()
  const { rest, end } = waitForUpdate(updates)
  const log: string[] = []
  updates.notify()
  updates.notify()
  await rest(null)
  const next = rest(null).then(() => log.push('rested'))
  await Promise.resolve()
  expect(log).toEqual([])
  updates.notify()
  await next
  expect(log).toEqual(['rested'])
  const last = rest(null)
  end()
  await last
})
