import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { root } from '../../commands/run.ts'
import { show } from './figure.ts'

/** "2 × Some Processor, 16 GB, linux x64, Node 24.1.0" */
export function describeMachine(): string {
  const cores = cpus()
  const model = cores[0]?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  const memory = show.MB(totalmem())
  return `${cores.length} × ${model}, ${memory}, ${process.platform} ${process.arch}, Node ${process.versions.node}`
}

/** The commit that is checked out, and whether something has been changed since. */
export function describeCommit(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--short=12', 'HEAD')
  const changes = git('status', '--porcelain', '--', '.', ':!docs/bench.md')
  return changes === '' ? commit : `${commit}, with changes that are not committed`
}
