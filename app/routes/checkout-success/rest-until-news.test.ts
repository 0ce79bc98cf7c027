import { expect, test } from 'vitest'
import { createListeners } from '../../ui/listeners.ts'
import { createUpdateWaiter } from './use-order-of-session.ts'

test('an update during a pending request causes exactly one more request', async () => {
  const updates = createListeners()
  const { rest, end } = createUpdateWaiter(updates)
  const log: string[] = []
  updates.emit()
  updates.emit()
  await rest(null)
  const next = rest(null).then(() => log.push('rested'))
  await Promise.resolve()
  expect(log).toEqual([])
  updates.emit()
  await next
  expect(log).toEqual(['rested'])
  const last = rest(null)
  end()
  await last
})
