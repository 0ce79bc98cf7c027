import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

/**
 * Runs a module's exported function in a process of its own, where its work holds up nobody else's clock. `job` and what
 * comes back travel as JSON.
 */
export async function elsewhere<Job, Result>(
  work: (job: Job) => Promise<Result>,
  module: string,
  job: Job,
  signal?: AbortSignal,
): Promise<Result> {
  const words = [fileURLToPath(import.meta.url), module, work.name]
  const running = promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 28, signal })
  running.child.stdin?.end(JSON.stringify(job))
  return JSON.parse((await running).stdout)
}

const [, own, module, name] = process.argv
if (own === fileURLToPath(import.meta.url) && module !== undefined && name !== undefined) {
  const { [name]: work } = await import(module)
  process.stdout.write(JSON.stringify(await work(JSON.parse(await text(process.stdin)))))
}
