import { browserPath } from '../tools/browser.ts'
import { staticChecks } from './check.ts'
import { runChecks } from './run.ts'

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
