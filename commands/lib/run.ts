import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export interface Check {
  says: string
  command: string[]
}

/**
 * Runs all checks one after the other, even after a failure, and lists the failed ones on standard error. Returns true when all
 * pass.
 */
export async function runChecks(checks: Check[]): Promise<boolean> {
  const failed: string[] = []
  for (const { says, command } of checks) {
    console.log(`\n── ${says}`)
    if (!(await run(command))) failed.push(says)
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
  return failed.length === 0
}

async function run([tool = '', ...args]: string[]): Promise<boolean> {
  const bin = tool === 'node' ? process.execPath : join(root, 'node_modules', '.bin', tool)
  const [code] = await once(spawn(bin, args, { cwd: root, stdio: 'inherit' }), 'exit')
  return code === 0
}
