import { existsSync, statfsSync } from 'node:fs'
import { browserPath, firefoxPath, webKitPaths } from './lib/browser.ts'
import { builtChecks, staticChecks } from './check.ts'
import { runChecks } from './lib/run.ts'

// Each file has a database of its own: to write and delete those takes a disk a quarter of the time of all tests.
const memory = '/dev/shm'
if (process.env.TMPDIR === undefined && roomIn(memory) > 6e9) process.env.TMPDIR = memory

// Most of the one is work for one core, and the other needs nothing of it.
const soundness = runChecks(staticChecks)
const isBuilt = await runChecks([{ says: 'Build', command: ['node', 'commands/build.ts'] }])
const isSupported = isBuilt && (await runChecks(builtChecks))
const browser = browserPath()
const missing = [
  browser ? null : 'Chromium',
  firefoxPath() ? null : 'Firefox',
  webKitPaths() ? null : 'WebKit',
].filter((name) => name !== null)
const groups = [
  'unit',
  'database',
  'embedded-supabase',
  'process',
  ...(browser ? ['journeys'] : []),
]
const projects = groups.flatMap((group) => ['--project', group])
const areKept =
  isBuilt && (await runChecks([{ says: 'Tests', command: ['vitest', 'run', ...projects] }]))
const isSound = await soundness
if (missing.length > 0)
  console.error(`\nNot run: the journeys in ${missing.join(', ')}, which is not here.`)
// A machine that must vouch for a change has to have run everything.
const isWhole = missing.length === 0 || !process.env.CI
process.exit(isSound && isSupported && areKept && isWhole ? 0 : 1)

/** Bytes; 0 where there is no such folder. */
function roomIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
