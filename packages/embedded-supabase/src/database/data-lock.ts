import { readFileSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { StartError } from '../core/start-error.ts'
import type { Logger } from '../core/wire.ts'

const interval = 100

/** Values of SQLite's `errcode`: locked by another connection; read-only; cannot be opened; not a database. */
const codes = { busy: 5, readOnly: 8, cannotOpen: 14, notADatabase: 26 }

export interface DataLock {
  release: () => void
}

interface Waiting {
  place: string
  /** Maximum milliseconds to wait for the process that holds the lock. */
  patience: number
  log: Logger
}

/**
 * Locks a folder for this process by an exclusive SQLite transaction on an empty file in it. SQLite uses a lock of the kernel, so
 * every container that shares the folder respects it, and it is released however the process ends. No other code in this process
 * may open the file: closing any descriptor of it would release the lock (POSIX).
 * @throws StartError when the lock is not released in time, or the folder is not writable
 */
export async function takeDataLock(file: string, waiting: Waiting): Promise<DataLock> {
  const { place, patience, log } = waiting
  for (let waited = 0; ; waited += interval) {
    const lock = tryToLock(file)
    if (lock !== null) return lock
    const inUse = `${place} is in use by ${holderOf(file)}.`
    if (waited >= patience) throw new StartError(`${inUse} Stop it first, or set another DATA_DIR.`)
    if (waited === 0) log.warn({}, `${inUse} Waiting up to ${patience / 1000} s for its end`)
    await pause(interval)
  }
}

function tryToLock(file: string): DataLock | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    // The change is never committed. It makes SQLite report a read-only file as such, instead of as locked.
    database.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1')
    const held = database
    return { release: () => held.close() }
  } catch (error) {
    database?.close()
    if (errorCode(error) === codes.busy) return null
    throw explain(error, file)
  }
}

function explain(error: unknown, file: string): unknown {
  switch (errorCode(error)) {
    case codes.readOnly:
    case codes.cannotOpen:
      return new StartError(`${file} cannot be written to.`)
    case codes.notADatabase:
      return new StartError(`${file} should be empty and holds something else. Remove it.`)
    default:
      return error
  }
}

function errorCode(error: unknown): number | null {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : null
  // The low byte is the primary error code; the other bytes hold the extended one.
  return code === null ? null : code & 0xff
}

/**
 * Returns a description of the process that holds the lock. Linux lists each lock with a process id, except for processes in a
 * namespace that is not visible here.
 */
function holderOf(file: string): string {
  const { dev, ino } = statSync(file)
  const device = [dev >> 8, dev & 0xff].map((part) => part.toString(16).padStart(2, '0')).join(':')
  const line = shownLocks().find(
    (each) => each.includes(' WRITE ') && each.includes(` ${device}:${ino} `),
  )
  const pid = / WRITE +(\d+) /.exec(line ?? '')?.[1]
  return pid === undefined ? 'another process or container' : `process ${pid}`
}

function shownLocks(): string[] {
  try {
    return readFileSync('/proc/locks', 'utf8').split('\n')
  } catch (error) {
    // Some containers, and systems other than Linux, have no /proc/locks.
    if (error instanceof Error) return []
    throw error
  }
}
