import { expect, test } from 'vitest'
import { getDataFileName, getPersonDataFileName } from './personal-data-words.ts'

const noon = Date.UTC(2026, 10, 20, 12)

test('names the file of one’s own data "my-data" and the file about another person by their address', () => {
  expect(getDataFileName(noon)).toBe('my-data-2026-11-20.json')
  expect(getPersonDataFileName('Sam@Example.com', noon)).toBe(
    'data-of-sam-example.com-2026-11-20.json',
  )
})

test('the file name of personal data contains no part of an address that leads to another folder', () => {
  expect(getPersonDataFileName('../a/b\\c:"d"@ex.com', noon)).toMatch(/^data-of-[a-z0-9.-]+\.json$/)
  expect(getPersonDataFileName('../a/b\\c:"d"@ex.com', noon)).not.toContain('/')
})
