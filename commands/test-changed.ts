import { execFileSync, spawnSync } from 'node:child_process'
import { type Check, root, runChecks } from './lib/run.ts'
import { useMemoryForTemporaryFiles } from './lib/temporary-folder.ts'

useMemoryForTemporaryFiles()
const base = findBase()
const files = listChangedFiles(base)
if (files.length === 0) {
  console.log('Nothing has changed.')
  process.exit(0)
}
process.exit((await runChecks(checksFor(files))) ? 0 : 1)

function checksFor(changed: string[]): Check[] {
  const styles = changed.filter((file) => /^(app|desk)\/.*\.css$/.test(file))
  const tests = ['vitest', 'run', '--project', 'unit', '--project', 'database']
  return [
    {
      says: 'Format',
      command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed],
    },
    {
      says: 'Lint',
      command: ['oxlint', '--deny-warnings', '--no-error-on-unmatched-pattern', ...changed],
    },
    ...(styles.length > 0 ? [{ says: 'Styles', command: ['stylelint', ...styles] }] : []),
    { says: 'Tests', command: [...tests, '--changed', base, '--passWithNoTests'] },
  ]
}

/** Returns the commit at which this branch left main, or HEAD when there is none. */
function findBase(): string {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'main'], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : 'HEAD'
}

/** Returns the changed and the new files, committed or not, without deleted ones. */
function listChangedFiles(since: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '-z'], { cwd: root, encoding: 'utf8' })
  const changed = git('diff', '--name-only', '--diff-filter=d', since)
  const added = git('ls-files', '--others', '--exclude-standard')
  return `${changed}${added}`.split('\0').filter((file) => file !== '')
}
