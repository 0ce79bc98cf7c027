import { build } from './build.ts'
import { browserPath } from '../tools/browser.ts'
import { staticChecks } from './check.ts'
import { runChecks } from './run.ts'

await build()
const browser = browserPath()
const groups = ['unit', 'database', 'process', ...(browser ? ['journeys'] : [])]
const projects = groups.flatMap((group) => ['--project', group])
const passed = runChecks([
  ...staticChecks,
  { says: 'Tests', command: ['vitest', 'run', ...projects] },
])
if (!browser)
  console.error('\nNot run: the journeys in a real browser, because there is no Chromium here.')
// A machine that must vouch for a change has to have run everything.
process.exit(passed && (browser || !process.env.CI) ? 0 : 1)
