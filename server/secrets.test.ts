import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  file = join(folder, 'keys.json')
})
afterEach(() => rm(folder, { recursive: true }))

test(
  'simultaneous first starts agree on the same secrets and leave one file',
  { tags: ['abuse-side-by-side'] },
  async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(file)))
    for (const one of all) expect(one).toEqual(all[0])
    expect(await readdir(folder)).toEqual(['keys.json'])
  },
)

test(
  'removes the unfinished file of a killed start and nothing else',
  { tags: ['abuse-first-start'] },
  async () => {
    await writeFile(join(folder, 'keys.json.draft-0123456789ab'), '{"secret":')
    await writeFile(join(folder, 'keys.json.old'), 'mine')
    const first = await loadSecrets(file)
    expect((await readdir(folder)).toSorted()).toEqual(['keys.json', 'keys.json.old'])
    expect(await loadSecrets(file)).toEqual(first)
  },
)

test.each([
  ['empty', () => ''],
  ['cut off', (whole: string) => whole.slice(0, 200)],
  ['not an object', () => '[]'],
  ['without a key', (whole: string) => whole.replace('"secret"', '"secrets"')],
  ['with a key that opens nothing', (whole: string) => whole.replace(/"x": "[^"]*"/, '"x": ""')],
])(
  'a secrets file that is %s is reported in one line and stays unchanged',
  { tags: ['abuse-refused-start'] },
  async (_, broken) => {
    await loadSecrets(file)
    const text = broken(await readFile(file, 'utf8'))
    await writeFile(file, text)
    await expect(loadSecrets(file)).rejects.toThrow(
      `${file} is broken. Put it back from a backup, or remove it: new keys are made then, and everybody has to sign in again.`,
    )
    expect(await readFile(file, 'utf8')).toBe(text)
  },
)

test(
  'a folder in the place of the secrets file is reported in one line',
  { tags: ['abuse-refused-start'] },
  async () => {
    await mkdir(file)
    await expect(loadSecrets(file)).rejects.toThrow(`${file} is broken. `)
  },
)
