import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface ProcessRow {
  pid: number
  parent: number
  /** In ms since 1970, rounded to seconds. */
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
    // Zombies do not count.
    if (pid === undefined || state.startsWith('Z')) return []
    return { pid: Number(pid), parent: Number(parent), startedAt: Date.parse(start), command }
  })
}

/** Returns the resident memory of a process in bytes. */
export async function readMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

/** Samples the resident memory of a process, in bytes, until `isOver`. */
export async function watchMemory(
  pid: number,
  everyMs: number,
  isOver: () => boolean,
): Promise<number[]> {
  const samples: number[] = []
  while (!isOver()) {
    // A process that has just ended has no memory.
    samples.push(await readMemory(pid).catch(() => 0))
    await pause(everyMs)
  }
  return samples
}

export function descendants(pid: number, all = listProcesses()): ProcessRow[] {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => descendants(child.pid, all))]
}

/** Returns the PostgreSQL that a process runs, if there is one now. */
export function findPostmaster(owner: number): ProcessRow | undefined {
  return descendants(owner).find(({ command }) => /postgres -D .*\bport=\d+/.test(command))
}

/** Returns the processes that still run; a process id that was reused does not count. */
export function filterRunning(recorded: Iterable<ProcessRow>): ProcessRow[] {
  const now = new Map(listProcesses().map((one) => [one.pid, one]))
  return [...recorded].filter(
    ({ pid, startedAt }) => Math.abs((now.get(pid)?.startedAt ?? 0) - startedAt) <= 2000,
  )
}

/** Sends a signal to a process that may have ended already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Returns the environment for a child process: paths of programs and certificates, but no settings of the shop. */
export function cleanEnvironment(): Record<string, string> {
  const kept =
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CHROME_PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i
  const entries = Object.entries(process.env).filter(([name]) => kept.test(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

/** Runs the work with a temporary folder that the database's operating-system account may enter. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await chmod(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
