import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'

interface ProcessRow {
  pid: number
  parent: number
  /** Bytes. */
  resident: number
  command: string
}

function listProcesses(): ProcessRow[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, rss, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid === undefined
      ? []
      : { pid: Number(pid), parent: Number(parent), resident: Number(rss) * 1024, command }
  })
}

/** Resident memory, in bytes, of one process. */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

/**
 * Resident memory, in bytes, of the Node process that runs the shop below an `npm start`: not of npm itself, nor of
 * PostgreSQL.
 * @throws Error when there is no such process
 */
export function residentMemory(npmPid: number): number {
  const all = listProcesses()
  const isBelow = (row: ProcessRow): boolean => {
    const parent = all.find(({ pid }) => pid === row.parent)
    return row.parent === npmPid || (parent !== undefined && isBelow(parent))
  }
  const shop = all.find(
    (row) => /^\S*node\S* .*scripts\/start\.ts/.test(row.command) && isBelow(row),
  )
  if (!shop) throw new Error('the shop’s process was not found')
  return shop.resident
}
