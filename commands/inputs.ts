import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where stamps are kept, relative to the project: not under build/, which the storefront's build empties. */
export const STAMPS = 'node_modules/.stamps'

/** Says whether the files that a build step reads have changed since it last succeeded. */
export interface Stamp {
  isFresh: boolean
  write(): void
}

/**
 * Compares the content of `inputs` (files or folders, relative to `root`) with what it was when the stamp
 * was last written. A step is fresh only while all of its `outputs` exist.
 */
export function stampOf(root: string, name: string, inputs: string[], outputs: string[]): Stamp {
  const file = join(root, STAMPS, name)
  const digest = digestOf(root, inputs)
  const isFresh =
    existsSync(file) &&
    readFileSync(file, 'utf8') === digest &&
    outputs.every((output) => existsSync(join(root, output)))
  return {
    isFresh,
    write() {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, digest)
    },
  }
}

function digestOf(root: string, inputs: string[]): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesIn(join(root, input))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name) && entry.name !== 'generated')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)))
}
