import { afterAll, expect, test } from 'vitest'
import { startStorageBackend } from './storage-backend.ts'

const shop = await startStorageBackend()
afterAll(() => shop.stop())
const objects = shop.storage.from(await shop.aBucket())
const names = [
  'top.txt',
  'Upper.txt',
  'sauces/hot.txt',
  'sauces/Mild.txt',
  'sauces/old/first.txt',
  'sauces/old/second.txt',
  'sauces/older.txt',
  '50_off/a.txt',
  '50xoff.txt',
]
for (const name of names) await objects.upload(name, name)

async function listed(path?: string, options?: Parameters<typeof objects.list>[1]) {
  const { data, error } = await objects.list(path, options)
  expect(error).toBeNull()
  return data?.map(({ name, id }) => (id === null ? `${name}/` : name))
}

test('a folder lists its files and folders by name', async () => {
  expect(await listed()).toEqual(['50_off/', '50xoff.txt', 'sauces/', 'top.txt', 'Upper.txt'])
  expect(await listed('sauces')).toEqual(['hot.txt', 'Mild.txt', 'old/', 'older.txt'])
  expect(await listed('sauces/old/')).toEqual(['first.txt', 'second.txt'])
  expect(await listed('nowhere')).toEqual([])
})

test('a listed file has metadata, and a folder has none', async () => {
  const { data } = await objects.list('sauces')
  expect(data?.[0]).toMatchObject({
    id: expect.any(String),
    updated_at: expect.stringMatching(/Z$/),
    metadata: { size: 14, mimetype: 'text/plain;charset=UTF-8', cacheControl: 'max-age=3600' },
  })
  expect(data?.[2]).toEqual({
    name: 'old',
    id: null,
    updated_at: null,
    created_at: null,
    last_accessed_at: null,
    metadata: null,
  })
})

test('a list can be limited, sorted and searched by prefix', async () => {
  expect(await listed('sauces', { limit: 2, offset: 1 })).toEqual(['Mild.txt', 'old/'])
  const sortBy = { column: 'name', order: 'desc' }
  expect(await listed('sauces', { sortBy })).toEqual(['older.txt', 'old/', 'Mild.txt', 'hot.txt'])
  expect(await listed('sauces', { search: 'OLD' })).toEqual(['old/', 'older.txt'])
  expect(await listed('', { search: 'sauces/o' })).toEqual(['sauces/old/', 'sauces/older.txt'])
  const newest = { column: 'created_at', order: 'desc' }
  expect(await listed('sauces', { sortBy: newest })).toEqual([
    'old/',
    'older.txt',
    'Mild.txt',
    'hot.txt',
  ])
})

test('wildcards of LIKE are matched literally in a search', async () => {
  expect(await listed('', { search: '%' })).toEqual([])
  expect(await listed('', { search: '50_' })).toEqual(['50_off/'])
  expect(await listed('', { search: "'" })).toEqual([])
})

test.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['created_at', 'asc'],
  ['created_at', 'desc'],
] as const)('pages by %s %s list every entry exactly once', async (column, order) => {
  for (const withFolders of [true, false]) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const options = { limit: 2, with_delimiter: withFolders, sortBy: { column, order } }
      const { data, error } = await objects.listV2({ ...options, ...(cursor && { cursor }) })
      expect(error).toBeNull()
      seen.push(...[...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name))
      cursor = data?.nextCursor
    } while (cursor !== undefined)
    const expected = withFolders
      ? ['50_off/', '50xoff.txt', 'Upper.txt', 'sauces/', 'top.txt']
      : names
    expect(seen.toSorted()).toEqual(expected.toSorted())
  }
})

test('a list with invalid options or cursor is refused', async () => {
  const wrong = [
    { limit: 0 },
    { limit: 1.5 },
    { offset: -1 },
    { sortBy: { column: 'metadata; drop table x' } },
    { sortBy: { column: 'name', order: 'sideways' } },
    { search: 'a\0b' },
  ]
  for (const options of wrong)
    expect((await objects.list('', options)).error).toMatchObject({ statusCode: '400' })
  for (const cursor of ['x', 'bm8', Buffer.from('{"rank":2}').toString('base64url')])
    expect((await objects.listV2({ cursor })).error).toMatchObject({ statusCode: '400' })
})
