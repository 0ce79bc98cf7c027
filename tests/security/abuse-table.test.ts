import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const page = await readFile(join(root, 'docs', 'abuse-cases.md'), 'utf8')

interface Case {
  name: string
  tests: { file: string; title: string }[]
}

/** A case is a point of the list; its tests are the points below it. */
const cases = page
  .split(/^- /m)
  .slice(1)
  .map((text): Case => {
    const name = /^\*\*(.+?)\*\*/.exec(text)?.[1] ?? ''
    const tests = [...text.matchAll(/^ {2}- `([^`]+)` `([^`]+)`$/gm)]
    return { name, tests: tests.map(([, file = '', title = '']) => ({ file, title })) }
  })

/** A title as it stands in the source, in either kind of quotes. */
function isTitleIn(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
}

test('the page names its cases, each once', () => {
  expect(cases.length).toBeGreaterThan(30)
  expect(new Set(cases.map((one) => one.name)).size).toBe(cases.length)
})

test.each(cases)('case $name is shown by tests that exist', async ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  const gone = []
  for (const { file, title } of tests) {
    const path = join(root, file)
    const source = existsSync(path) ? await readFile(path, 'utf8') : ''
    if (!isTitleIn(source, title)) gone.push(`${file}: ${title}`)
  }
  expect(gone).toEqual([])
})
