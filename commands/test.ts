import { findChromium, findFirefox, findWebKit } from './lib/browser.ts'
import { checksWithOwnBuild, staticChecks } from './check.ts'
import { runChecks } from './lib/run.ts'
import { useMemoryForTemporaryFiles } from './lib/temporary-folder.ts'

useMemoryForTemporaryFiles()

// Runs the static checks during the build: most checks use only one core, and the build does not depend on them.
const soundness = runChecks(staticChecks)
const isBuilt = await runChecks([{ says: 'Build', command: ['node', 'commands/build.ts'] }])
const isSupported = isBuilt && (await runChecks(checksWithOwnBuild))
const browser = findChromium()
const missing = [
  browser ? null : 'Chromium',
  findFirefox() ? null : 'Firefox',
  findWebKit() ? null : 'WebKit',
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
// In CI, a missing browser counts as a failure, because CI must have run all tests.
const isWhole = missing.length === 0 || !process.env.CI
process.exit(isSound && isSupported && areKept && isWhole ? 0 : 1)
