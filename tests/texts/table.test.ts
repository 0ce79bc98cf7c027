import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Evidence } from './row.ts'
import { textTable } from './table.ts'

const root = join(import.meta.dirname, '..', '..')
const sources = await readSources(['app', 'backend', 'domain', 'supabase/functions'])

/** All of the shop's own code, without its tests, as one text. */
async function readSources(folders: string[]): Promise<string> {
  const texts = folders.map(async (folder) => {
    const names = await readdir(join(root, folder), { recursive: true })
    const code = names.filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    return Promise.all(code.map((name) => readFile(join(root, folder, name), 'utf8')))
  })
  return (await Promise.all(texts)).flat().join('\n')
}

/** How a text can be written in code. */
function spellings(text: string): string[] {
  return [`'${text}'`, `"${text}"`, `\`${text}\``, `'${text.replaceAll("'", "\\'")}'`]
}

async function isThere([file, name]: Evidence): Promise<boolean> {
  if (!existsSync(join(root, file))) return false
  const code = await readFile(join(root, file), 'utf8')
  return spellings(name).some((spelling) => code.includes(spelling))
}

test('every row stands once', () => {
  const rules = textTable.map(({ section, rule }) => `${section} ${rule}`)
  expect(rules).toEqual([...new Set(rules)])
  expect(new Set(textTable.map(({ section }) => section))).toEqual(new Set(['5', '8']))
})

test.each(textTable)('section $section, $rule: its tests are there', async ({ shownBy }) => {
  expect(shownBy).not.toEqual([])
  const found = await Promise.all(shownBy.map(isThere))
  expect(shownBy.filter((_, index) => !found[index])).toEqual([])
})

test.each(textTable)('section $section, $rule: the shop says its words', ({ texts }) => {
  expect(texts.filter((text) => !sources.includes(text))).toEqual([])
})
