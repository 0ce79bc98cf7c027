import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** When a process started, as an opaque text that no other process with its id will have; null: no such process. */
export function processStartedAt(pid: number): string | null {
  return process.platform === 'linux' ? startedAtLinux(pid) : ask(pid, 'lstart=')
}

/** The command line of a process; null: no such process, or not for us to see. */
export function processCommand(pid: number): string | null {
  return process.platform === 'linux'
    ? (readProc(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? null)
    : ask(pid, 'command=')
}

/** Whether a process has its working directory there. For Linux only. */
export function isAnyProcessIn(folder: string): boolean {
  return readdirSync('/proc').some(
    (name) => /^\d+$/.test(name) && workingDirectory(name) === folder,
  )
}

function workingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

function startedAtLinux(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The second field is the command in brackets and may hold anything, so count from the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  if (state === 'Z' || startTicks === undefined) return null
  return `${readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${startTicks}`
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}

function ask(pid: number, column: string): string | null {
  const args = ['-ww', '-o', column, '-p', String(pid)]
  try {
    const answer = execFileSync('ps', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.trim() || null
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
