import { expect, test } from 'vitest'
import { parseAttemptWindows } from './attempts.ts'

test('reads stored attempts back and ignores anything else in their place', () => {
  const windows = { consultancy: { ends: 5, attempts: 2 } }
  expect(parseAttemptWindows(JSON.stringify(windows))).toEqual(windows)
  for (const odd of [null, '', 'x', '7', '[1]', '{"a":1}', '{"a":{"ends":"soon"}}'])
    expect(parseAttemptWindows(odd)).toEqual({})
})
