import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('docs/configuration.md lists every setting of the server', async () => {
  const folder = join(import.meta.dirname, '..')
  const [source, page] = await Promise.all(
    ['server/config.ts', 'docs/configuration.md'].map((file) =>
      readFile(join(folder, file), 'utf8'),
    ),
  )
  const names = [...(source ?? '').matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !page?.includes(`\`${name}\``))).toEqual([])
})
