import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartError } from '../packages/embedded-supabase/src/core.ts'
import { describeStartError } from './describe-start-error.ts'

test('describes an expected start error in one line, even if its message has two', () => {
  expect(describeStartError(new StartError('PORT is not a number'))).toBe('PORT is not a number')
  expect(describeStartError(new StartError('It is there.\n  And in use.'))).toBe(
    'It is there. And in use.',
  )
})

test('names the file that is in the place of a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'explain-'))
  const file = join(folder, 'file')
  await writeFile(file, '')
  const words = (path: string) =>
    mkdir(path, { recursive: true }).then(() => '', describeStartError)
  expect(await words(file)).toBe(`${file} should be a folder and is a file.`)
  expect(await words(join(file, 'data'))).toContain(
    'is not in a folder: one of its parts is a file',
  )
  await rm(folder, { recursive: true })
})

test.each([
  ['EACCES', '/data/keys.json may not be used by this account.'],
  ['EROFS', '/data/keys.json lies where nothing can be written.'],
  ['ENOSPC', '/data/keys.json does not fit: the disk is full.'],
])('describes %s with a path as: %s', (code, words) => {
  expect(
    describeStartError(Object.assign(new Error(code), { code, path: '/data/keys.json' })),
  ).toBe(words)
})

test.each([
  [
    { code: 'EACCES', syscall: 'listen', port: 80 },
    'port 80 may not be used by this account. Set PORT to one above 1023.',
  ],
  [{ code: 'ENOSPC', syscall: 'write' }, 'What the shop writes does not fit: the disk is full.'],
])('describes the error %j without a path as: %s', (details, words) => {
  expect(describeStartError(Object.assign(new Error(details.code), details))).toBe(words)
})

test('describes an unexpected error with its stack', () => {
  expect(describeStartError(new TypeError('x is not a function'))).toContain(
    'describe-start-error.test.ts',
  )
})
