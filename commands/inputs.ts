import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './lib/run.ts'

/** The folder of stamps, relative to the project's root. It is not in build/, which the storefront's build empties. */
export const stampsFolder = 'node_modules/.stamps'

export interface BuildStep {
  name: string
  inputs: string[]
  outputs: string[]
}

/**
 * Returns the stamp of a build step. `isFresh` is true when all outputs exist and no input has changed since `write` was called.
 */
export function calculateStamp({ name, inputs, outputs }: BuildStep) {
  const file = join(root, stampsFolder, name)
  const digest = digestOf(inputs)
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

function digestOf(inputs: string[]): string {
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
