import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Check {
  says: string
  command: string[]
}

export function runChecks(checks: Check[]): boolean {
  const failed = checks.filter(({ says, command }) => {
    console.log(`\n── ${says}`)
    return !run(command)
  })
  if (failed.length > 0) console.error(`\nFailed: ${failed.map((check) => check.says).join(', ')}`)
  return failed.length === 0
}

function run([tool = '', ...args]: string[]): boolean {
  const bin = tool === 'node' ? process.execPath : join(root, 'node_modules', '.bin', tool)
  return spawnSync(bin, args, { cwd: root, stdio: 'inherit' }).status === 0
}
