import { existsSync, statfsSync } from 'node:fs'
import { browserPath } from '../tools/browser.ts'
import { staticChecks } from './check.ts'
import { runChecks } from './run.ts'

// Each file has a database of its own: to write and delete those takes a disk a quarter of the time of all tests.
const memory = '/dev/shm'
if (process.env.TMPDIR === undefined && roomIn(memory) > 6e9) process.env.TMPDIR = memory

// Most of the one is work for one core, and the other needs nothing of it.
const soundness = runChecks(staticChecks)
const isBuilt = await runChecks([{ says: 'Build', command: ['node', 'commands/build.ts'] }])
const browser = browserPath()
const groups = ['unit', 'database', 'process', ...(browser ? ['journeys'] : [])]
const projects = groups.flatMap((group) => ['--project', group])
const areKept =
  isBuilt && (await runChecks([{ says: 'Tests', command: ['vitest', 'run', ...projects] }]))
const isSound = await soundness
if (!browser)
  console.error('\nNot run: the journeys in a real browser, because there is no Chromium here.')
// A machine that must vouch for a change has to have run everything.
process.exit(isSound && areKept && (browser || !process.env.CI) ? 0 : 1)

/** Bytes; 0 where there is no such folder. */
function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
