import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../commands/run.ts'
import { cleanEnvironment } from './children.ts'
import { memoryOf } from './processes.ts'

/** One run of the command that backs up or restores. */
export interface Run {
  ms: number
  /** Most resident memory, bytes. */
  memory: number
}

/** One after the other until the time is over; the last goes on to its end. */
export async function backUpFor(ms: number, folder: string, dataDir: string): Promise<Run[]> {
  const end = performance.now() + ms
  const backups: Run[] = []
  while (performance.now() < end) {
    const file = join(folder, 'beside.tar')
    backups.push(await backUp(file, dataDir))
    await rm(file)
  }
  return backups
}

export function backUp(file: string, dataDir: string): Promise<Run> {
  return run('backup', file, dataDir)
}

/** @throws Error with what the command said */
export async function run(name: 'backup' | 'restore', file: string, dataDir: string): Promise<Run> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'commands', `${name}.ts`), file], {
    cwd: root,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let [memory, hasEnded] = [0, false]
  const watching = (async () => {
    while (!hasEnded) {
      memory = Math.max(memory, await memoryOf(child.pid ?? 0).catch(() => 0))
      await pause(1000)
    }
  })()
  const [words] = await Promise.all([text(child.stderr), once(child, 'close')])
  hasEnded = true
  const ms = performance.now() - began
  await watching
  if (child.exitCode !== 0) throw new Error(`npm run ${name}: ${words}`)
  return { ms, memory }
}
