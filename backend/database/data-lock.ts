import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { processStartedAt } from './process-table.ts'

/** Another process has the data. Its message is one clear line for the person who started this one. */
export class DataInUseError extends Error {
  override name = 'DataInUseError'
}

export interface DataLock {
  release: () => void
}

/**
 * Takes the lock file for this process. A lock whose process is gone (killed, or the machine restarted) is taken
 * over; process ids come round again, so the start time of the process is compared too.
 * @throws DataInUseError while its holder is alive
 */
export function takeDataLock(file: string, place: string): DataLock {
  const mine = JSON.stringify({ pid: process.pid, startedAt: processStartedAt(process.pid) })
  for (let attempt = 0; attempt < 5; attempt++) {
    if (createExclusively(file, mine)) return { release: () => releaseIfOurs(file, mine) }
    const found = read(file)
    if (found === null) continue
    const holder = livingHolder(found)
    if (holder !== null) throw inUse(place, holder)
    removeStale(file, found)
  }
  throw new DataInUseError(
    `The lock file ${file} cannot be taken: other processes keep changing it.`,
  )
}

function inUse(place: string, pid: number): DataInUseError {
  return new DataInUseError(
    `${place} is in use by process ${pid}. Stop it first, or set another DATA_DIR.`,
  )
}

function createExclusively(file: string, text: string): boolean {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    // A hard link appears with its whole content or not at all.
    linkSync(draft, file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function livingHolder(text: string): number | null {
  const match = /^\{"pid":(\d+),"startedAt":"(.*)"\}$/.exec(text)
  if (match === null) return null
  const pid = Number(match[1])
  return processStartedAt(pid) === match[2] ? pid : null
}

/** Two starters may find the same stale lock: what was moved away is looked at again and put back if it is new. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.stale-${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside) !== stale) linkSync(aside, file)
  rmSync(aside, { force: true })
}

function releaseIfOurs(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true })
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
