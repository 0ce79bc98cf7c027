import { expect, test } from 'vitest'
import { setClock } from './clock.ts'
import { formatShortTime } from './times.ts'

test('"today" is the server’s day on a device with a wrong clock', () => {
  const serverTime = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()
  setClock(serverTime)
  expect(formatShortTime(serverTime)).toMatch(/^Today /)
})
