import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startTestDatabase } from '../support/database.ts'

const root = join(import.meta.dirname, '..', '..')
const database = await startTestDatabase()
afterAll(() => database.stop())

async function filesOf(pattern: string): Promise<{ file: string; text: string }[]> {
  const found: { file: string; text: string }[] = []
  for await (const file of glob(pattern, { cwd: root, exclude: ['**/*.test.ts'] }))
    found.push({ file, text: await readFile(join(root, file), 'utf8') })
  return found
}

test('the backend imports no module outside its folder', async () => {
  const files = await filesOf('packages/embedded-supabase/src/**/*.ts')
  expect(files.length).toBeGreaterThan(100)
  const outside = files.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)]
      .map(([, path = '']) => join(file, '..', path))
      .filter((path) => !path.startsWith('packages/embedded-supabase/src/'))
      .map((path) => `${file}: ${path}`),
  )
  expect(outside).toEqual([])
})

test('the backend names no table and no function of the shop', async () => {
  const rows = await database.sql<{ name: string; schema: string }[]>`
    select relname::text as name, relnamespace::regnamespace::text as schema from pg_class
    where relkind in ('r', 'v', 'm', 'p')
    union select proname::text, pronamespace::regnamespace::text from pg_proc`
  const namesIn = (schemas: RegExp) =>
    rows.filter(({ schema }) => schemas.test(schema)).map(({ name }) => name)
  const own = new Set(namesIn(/^(auth|storage|realtime|rest|extensions|pg_catalog)$/))
  const shopNames = namesIn(/^public$/)
  expect(shopNames).toContain('products')
  const alone = shopNames.filter((name) => !own.has(name))
  const patterns = [
    String.raw`public\.(?:${shopNames.join('|')})`,
    String.raw`(?:from|join|into|update) (?:${alone.join('|')})`,
    alone.filter((name) => name.includes('_')).join('|'),
  ]
  const pattern = new RegExp(String.raw`\b(?:${patterns.join('|')})\b`, 'g')
  const named = (await filesOf('packages/embedded-supabase/src/**/*.{ts,sql}')).flatMap(
    ({ file, text }) => [...text.matchAll(pattern)].map(([name]) => `${file}: ${name}`),
  )
  expect(named).toEqual([])
})
