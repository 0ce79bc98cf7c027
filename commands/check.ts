import { runChecks } from './lib/run.ts'

export const staticChecks = [
  { says: 'Format', command: ['oxfmt', '--check', '.'] },
  { says: 'Lint', command: ['oxlint', '--deny-warnings'] },
  { says: 'Comments', command: ['node', 'commands/check-comments.ts'] },
  { says: 'Styles', command: ['stylelint', '{app,desk}/**/*.css'] },
  { says: 'Route types', command: ['react-router', 'typegen'] },
  {
    says: 'Types',
    // Uses one checker per project: four, the default, repeat work and take half as long again.
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

/** Checks of the built files, which they build themselves. They run after the static checks, which need no build. */
export const checksWithOwnBuild = [
  { says: 'Browsers', command: ['node', 'commands/check-browsers.ts'] },
]

if (process.argv[1] === import.meta.filename) {
  const tests = [{ says: 'Unit tests', command: ['vitest', 'run', '--project', 'unit'] }]
  process.exit((await runChecks([...staticChecks, ...checksWithOwnBuild, ...tests])) ? 0 : 1)
}
