import { runChecks } from './lib/run.ts'

export const staticChecks = [
  { says: 'Format', command: ['oxfmt', '--check', '.'] },
  { says: 'Lint', command: ['oxlint', '--deny-warnings'] },
  { says: 'Comments', command: ['node', 'commands/check-comments.ts'] },
  { says: 'Styles', command: ['stylelint', '{app,desk}/**/*.css'] },
  { says: 'Route types', command: ['react-router', 'typegen'] },
  {
    says: 'Types',
    // The default of four checkers per project repeats work and takes half as long again.
    command: [
      'tsc',
      '-b',
      '--checkers',
      '1',
      'app',
      'desk',
      'server',
      'supabase',
      'packages/embedded-supabase',
      '.',
    ],
  },
  { says: 'Imports', command: ['depcruise', '.'] },
  { says: 'Unused code', command: ['knip'] },
]

/** These checks make the build that they need. */
export const builtChecks = [{ says: 'Browsers', command: ['node', 'commands/check-browsers.ts'] }]

if (process.argv[1] === import.meta.filename) {
  const tests = [{ says: 'Unit tests', command: ['vitest', 'run', '--project', 'unit'] }]
  process.exit((await runChecks([...staticChecks, ...builtChecks, ...tests])) ? 0 : 1)
}
