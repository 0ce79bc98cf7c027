import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs', 'abuse-cases.md'), 'utf8')

interface Row {
  name: string
  tests: { file: string; title: string }[]
}

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Case'))
  .map(toRow)

function toRow(line: string): Row {
  const [, name = ''] = line.split('|')
  const tests = [...line.matchAll(/`([\w./-]+\.test\.tsx?)`: “([^”]+)”/g)]
  return {
    name: name.trim(),
    tests: tests.map(([, file = '', title = '']) => ({ file, title })),
  }
}

/** A title as it stands in the source, in either kind of quotes. */
function isTitleIn(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

test('the page names its cases, each once', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
})

test.each(rows)('case $name is shown by tests that exist', async ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const { file, title } of tests) {
    expect(existsSync(join(root, file)), file).toBe(true)
    const source = await readFile(join(root, file), 'utf8')
    expect(isTitleIn(source, title), `${file}: ${title}`).toBe(true)
  }
})
