import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { readDiskSpace, isNearlyFull } from './scheduled-jobs.ts'

test.each([
  ['a small disk with less than a tenth', { free: 0.9e9, size: 10e9 }, true],
  ['a large disk with less than 2 GB', { free: 1.9e9, size: 500e9 }, true],
  ['a large disk with 40 GB, less than a tenth', { free: 40e9, size: 500e9 }, false],
  ['a small disk that never has 2 GB, with a fifth', { free: 1e9, size: 5e9 }, false],
])('a disk is nearly full in the case of %s: %3$s', (_, space, expected) => {
  expect(isNearlyFull(space)).toBe(expected)
})

test('the space of a folder is that of its disk', async () => {
  const { free, size } = await readDiskSpace(tmpdir())
  expect(size).toBeGreaterThan(1e6)
  expect(free).toBeLessThanOrEqual(size)
})
