import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { section5Evidence } from './evidence-5.ts'
import { section8Evidence } from './evidence-8.ts'
import type { TestEvidence, TextRequirement } from './text-requirement.ts'
import { section5Requirements } from './section-5.ts'
import { section8Requirements } from './section-8.ts'

const root = join(import.meta.dirname, '..', '..')
const table: readonly TextRequirement[] = [...section5Requirements, ...section8Requirements]
const evidence = { ...section5Evidence, ...section8Evidence }
const shop = await readCode(
  ['app', 'packages', 'domain', 'mail', 'supabase/functions'],
  /(?<!\.test|\.fixtures)\.tsx?$/,
)
const client = await readCode(['node_modules/@supabase/auth-js/dist/module'], /\.js$/)

/** Returns the source code of some folders as one text. */
async function readCode(folders: string[], wanted: RegExp): Promise<string> {
  const texts = folders.map(async (folder) => {
    const names = await readdir(join(root, folder), { recursive: true })
    const code = names.filter((name) => wanted.test(name))
    return Promise.all(code.map((name) => readFile(join(root, folder, name), 'utf8')))
  })
  return (await Promise.all(texts)).flat().join('\n')
}

/**
 * Returns the source code of the test with this title, with all of its `describe` or `test.each`; null when there is no
 * such test.
 */
async function readTest([file, name]: TestEvidence): Promise<string | null> {
  if (!existsSync(join(root, file))) return null
  const code = await readFile(join(root, file), 'utf8')
  const blocks = code.split(/^(?=(?:test|describe)\b)/m)
  return blocks.find((block) => spellings(name).some((one) => block.includes(one))) ?? null
}

/** Returns the ways in which a test title can be quoted in code. */
function spellings(name: string): string[] {
  return [`'${name}'`, `"${name}"`, `\`${name}\``, `'${name.replaceAll("'", "\\'")}'`]
}

/** Returns true when the code contains a text, apart from the variable parts in braces. */
function says(code: string, text: string): boolean {
  return text.split(/\{[^}]*\}/).every((part) => code.includes(part))
}

const evidenceOf = ({ key }: TextRequirement) => evidence[key] ?? []

test('every specified row is listed once and the sections are complete', () => {
  const keys = table.map(({ key }) => key)
  expect(keys).toEqual([...new Set(keys)])
  // The specification has 31 and 32 rows. A row may only be removed here together with the shop's behaviour.
  expect([section5Requirements.length, section8Requirements.length]).toEqual([31, 32])
})

test('every row has evidence, and every evidence belongs to a row', () => {
  expect(Object.keys(evidence)).toEqual(table.map(({ key }) => key))
  expect(table.filter((row) => evidenceOf(row).length === 0)).toEqual([])
})

test.each(table)('$key: its tests exist', async (row) => {
  const found = await Promise.all(evidenceOf(row).map(readTest))
  expect(evidenceOf(row).filter((_, index) => found[index] === null)).toEqual([])
})

test.each(table)('$key: its texts are in the code and checked by its tests', async (row) => {
  const { texts, clientTexts = [] } = row
  expect(texts.filter((text) => !says(shop, text))).toEqual([])
  expect(clientTexts.filter((text) => !says(client, text))).toEqual([])
  const tests = (await Promise.all(evidenceOf(row).map(readTest))).join('\n')
  expect([...texts, ...clientTexts].filter((text) => !says(tests, text))).toEqual([])
})
