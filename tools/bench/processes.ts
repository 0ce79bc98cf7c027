import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

export interface ProcessRow {
  pid: number
  parent: number
  /** ms since 1970, to the second. */
  startedAt: number
  /** Bytes. */
  resident: number
  command: string
}

function listProcesses(): ProcessRow[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,rss=,lstart=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, LC_ALL: 'C' },
  })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', rss, start = '', command = ''] = row.exec(line) ?? []
    // One that has ended and was not asked about yet is none any more.
    return pid === undefined || state.startsWith('Z')
      ? []
      : {
          pid: Number(pid),
          parent: Number(parent),
          startedAt: Date.parse(start),
          resident: Number(rss) * 1024,
          command,
        }
  })
}

const row = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\d+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)$/

/** Resident memory, in bytes, of one process. */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

/** All processes below one. */
export function descendants(pid: number, all = listProcesses()): ProcessRow[] {
  const children = all.filter(({ parent }) => parent === pid)
  return [...children, ...children.flatMap((child) => descendants(child.pid, all))]
}

/**
 * The Node process that runs the shop below an `npm start`.
 * @throws Error when there is no such process
 */
export function findShop(npmPid: number): ProcessRow {
  const shop = descendants(npmPid).find(({ command }) =>
    /^\S*node\S* .*commands\/start\.ts/.test(command),
  )
  if (!shop) throw new Error('the shop’s process was not found')
  return shop
}

/**
 * Resident memory, in bytes, of the Node process that runs the shop below an `npm start`: not of npm itself, nor of
 * PostgreSQL.
 */
export function residentMemory(npmPid: number): number {
  return findShop(npmPid).resident
}

/** The PostgreSQL that a process keeps, or null while there is none. */
export function findPostmaster(keeper: number): { pid: number; port: number } | null {
  for (const { pid, command } of descendants(keeper)) {
    const port = /postgres -D .*\bport=(\d+)/.exec(command)?.[1]
    if (port !== undefined) return { pid, port: Number(port) }
  }
  return null
}

/** Those of the processes that are still there; another that got the number of one that ended does not count. */
export function stillAlive(recorded: Iterable<ProcessRow>): ProcessRow[] {
  const now = new Map(listProcesses().map((row) => [row.pid, row]))
  return [...recorded].filter(
    ({ pid, startedAt }) => Math.abs((now.get(pid)?.startedAt ?? 0) - startedAt) <= 2000,
  )
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  return listProcesses().some((row) => row.pid === pid)
}

/** Sends a signal to a process that may have ended by now. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
