import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface ProcessRow {
  pid: number
  parent: number
  /** The start time in ms since 1970, in whole seconds. */
  startedAt: number
  command: string
}

const row = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)$/

function listProcesses(): ProcessRow[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, LC_ALL: 'C' },
  })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', start = '', command = ''] = row.exec(line) ?? []
    // Skips zombies: processes that have ended, and whose exit code the parent has not read yet.
    if (pid === undefined || state.startsWith('Z')) return []
    return { pid: Number(pid), parent: Number(parent), startedAt: Date.parse(start), command }
  })
}

/** Returns the resident memory of a process in bytes. */
export async function readMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

/** Samples the resident memory of a process in bytes, every `everyMs`, until `isOver` returns true. */
export async function watchMemory(
  pid: number,
  everyMs: number,
  isOver: () => boolean,
): Promise<number[]> {
  const samples: number[] = []
  while (!isOver()) {
    // Counts a process that has just ended as 0 bytes.
    samples.push(await readMemory(pid).catch(() => 0))
    await pause(everyMs)
  }
  return samples
}

export function listDescendants(pid: number, all = listProcesses()): ProcessRow[] {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => listDescendants(child.pid, all))]
}

/** Returns the main PostgreSQL process among the descendants of a process, if it runs one. */
export function findPostmaster(owner: number): ProcessRow | undefined {
  return listDescendants(owner).find(({ command }) => /postgres -D .*\bport=\d+/.test(command))
}

/** Returns the recorded processes that are still running. Compares start times, because the system reuses process ids. */
export function filterRunningProcesses(recorded: Iterable<ProcessRow>): ProcessRow[] {
  const now = new Map(listProcesses().map((one) => [one.pid, one]))
  return [...recorded].filter(
    ({ pid, startedAt }) => Math.abs((now.get(pid)?.startedAt ?? 0) - startedAt) <= 2000,
  )
}

/** Sends a signal to a process. Does nothing when the process has already ended. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/**
 * Returns the environment variables for a child process: those for programs, the browser and network access, without settings of
 * the shop.
 */
export function getCleanEnvironment(): Record<string, string> {
  const kept =
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CHROME_PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i
  const entries = Object.entries(process.env).filter(([name]) => kept.test(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

/**
 * Runs `work` with a temporary folder. Other accounts may enter the folder, because PostgreSQL may run as an account of its own.
 */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await chmod(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
