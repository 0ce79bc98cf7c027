import { expect, test } from 'vitest'
import { dataFileName, getPersonDataFileName } from './personal-data-words.ts'

const noon = Date.UTC(2026, 10, 20, 12)

test('a copy of one’s own data is called that, and of somebody else’s by whom it is about', () => {
  expect(dataFileName(noon)).toBe('my-data-2026-11-20.json')
  expect(getPersonDataFileName('Sam@Example.com', noon)).toBe(
    'data-of-sam-example.com-2026-11-20.json',
  )
})

test('an address brings nothing into the name of a file that leads elsewhere', () => {
  expect(getPersonDataFileName('../a/b\\c:"d"@ex.com', noon)).toMatch(/^data-of-[a-z0-9.-]+\.json$/)
  expect(getPersonDataFileName('../a/b\\c:"d"@ex.com', noon)).not.toContain('/')
})
