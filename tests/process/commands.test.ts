import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

test.each(['bench', 'inspect', 'mail'])('npm run %s --help prints its usage', async (name) => {
  const script = join(root, 'tools', `${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--help'])
  expect(stdout).toContain(`npm run ${name}`)
})
