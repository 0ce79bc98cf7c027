import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { root } from '../../commands/lib/run.ts'
import { type Figure, none, show } from './figure.ts'
import { inFreshFolder } from './processes.ts'

/** Cases of each fuzz test; a normal run has 1,000. */
const cases = 20_000
const files = [
  'packages/embedded-supabase/src/realtime/frames',
  'tests/backend/auth-admin',
  'packages/embedded-supabase/tests/rest/grammar',
  'packages/embedded-supabase/tests/realtime/hostile',
  'packages/embedded-supabase/tests/storage/hostile',
].map((file) => `${file}.test.ts`)

const outcome = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      assertionResults: v.array(v.object({ fullName: v.string(), status: v.string() })),
    }),
  ),
})

/** Runs the fuzz tests of queries, bodies, names, forms and frames: no response may be a 500 or contain another user's row. */
export function measureFuzz(): Promise<Figure[]> {
  return inFreshFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const started = performance.now()
    const projects = ['unit', 'database', 'embedded-supabase'].flatMap((name) => [
      '--project',
      name,
    ])
    const options = [...projects, '--reporter', 'json', '--outputFile', report]
    // A failed test makes the command fail, too, but is in the report.
    await promisify(execFile)('vitest', ['run', ...options, '--testTimeout', '3600000', ...files], {
      cwd: root,
      env: { ...process.env, FUZZ_RUNS: String(cases) },
      maxBuffer: 2 ** 26,
    }).catch((error: Error & { code?: unknown }) => {
      if (typeof error.code !== 'number') throw error
    })
    const found = v.parse(outcome, JSON.parse(await readFile(report, 'utf8')))
    const all = found.testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    const time = show.seconds(performance.now() - started)
    const beside = [`${found.numPassedTests} held, with ${cases} cases each in ${time}`, ...failed]
    return [none('tests with made-up input that failed', failed.length, beside.join('; '))]
  })
}
