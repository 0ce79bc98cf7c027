import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { getBytes } from './http.ts'

export interface OpenedShop {
  url: string
  /** Of npm. */
  pid: number
  /** From the command to the first page, ms. */
  openedAfter: number
  stop: () => Promise<void>
}

/**
 * Runs `npm start` and waits for the first page.
 * @throws Error with what it printed when it ends, or takes longer than `patience` ms
 */
export async function npmStart(
  folder: string,
  environment: Record<string, string>,
  patience: number,
): Promise<OpenedShop> {
  const url = `http://127.0.0.1:${environment.PORT}`
  const begin = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output = `${output}${text}`.slice(-4000)
    })
  }
  while (!(await isOpen(url))) {
    const isLate = performance.now() - begin > patience
    if (child.exitCode !== null || isLate) {
      await end(child)
      throw new Error(`npm start ${isLate ? 'took too long' : 'ended'}:\n${output}`)
    }
    await pause(10)
  }
  const openedAfter = performance.now() - begin
  return { url, pid: child.pid ?? 0, openedAfter, stop: () => end(child) }
}

/** Whether the shop at an address shows its first page. */
export async function isOpen(url: string): Promise<boolean> {
  try {
    return (await getBytes(`${url}/`, 'br')).status === 200
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** npm, its shell and the shop are one process group, which hears of Ctrl-C together. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  process.kill(-child.pid, 'SIGTERM')
  await closed
}
