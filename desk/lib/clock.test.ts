import { expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { shortTime } from './times.ts'

test('today is the shop’s day, on a device whose clock is wrong, too', () => {
  const told = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()
  setClock(told)
  expect(shortTime(told)).toMatch(/^Today /)
})
