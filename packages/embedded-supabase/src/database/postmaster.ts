import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../core/wire.ts'
import { spawnChild } from './child-process.ts'
import { clusterFolder, type ClusterLocation } from './cluster-location.ts'

const stopPatience = 30_000

export type Postmaster = Awaited<ReturnType<typeof startPostmaster>>

export async function startPostmaster(
  place: ClusterLocation,
  binaries: string,
  port: number,
  log: Logger,
) {
  const child = await spawnChild(place, {
    command: join(binaries, 'bin', 'postgres'),
    args: settings(clusterFolder(place), port),
    onParentDeath: 'shut down',
  })
  const lines: SaidLine[] = []
  const becameReady = listen(child, lines, log)
  const ended = becameOver(child).then((how) => lastWords(lines) || how)
  const ready = Promise.race([becameReady.then(() => true), ended.then(() => false)])
  return { ready, ended, stop: () => stop(child, ended) }
}

function settings(folder: string, port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 90,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // Realtime reads changes from the write-ahead log. `max_slot_wal_keep_size` keeps a stuck reader from filling the disk.
    wal_level: 'logical',
    // Each web process is one reader. Tests run many processes on one cluster.
    max_wal_senders: 30,
    max_replication_slots: 30,
    max_slot_wal_keep_size: '512MB',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    log_line_prefix: '',
    // Callers get the errors of failed statements; logged statements could contain customers' data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  }
  return [
    '-D',
    folder,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

interface SaidLine {
  text: string
  /** The time when the line was written, in milliseconds since this process started. */
  at: number
}

function listen(child: ChildProcess, lines: SaidLine[], log: Logger): Promise<void> {
  return new Promise((resolve) => {
    let isReady = false
    if (child.stderr === null) return
    createInterface({ input: child.stderr }).on('line', (text) => {
      if (mayShowData.test(text)) return
      lines.push({ text, at: performance.now() })
      if (lines.length > 12) lines.shift()
      if (isReady && isTrouble(text)) log.warn({ line: text }, 'postgresql: reports a problem')
      if (!text.includes('ready to accept connections')) return
      isReady = true
      resolve()
    })
  })
}

/** Matches log lines in which PostgreSQL may quote data of the current statement, and their continuation lines. */
const mayShowData = /^(\t|DETAIL|STATEMENT|CONTEXT|QUERY)/
/**
 * Matches messages that every session gets while the server stops or starts. They would be logged once per connection attempt, and
 * say nothing new.
 */
const passing = /administrator command|postmaster exit|FATAL: +the database system is /

function isTrouble(text: string): boolean {
  return /^(FATAL|PANIC): /.test(text) && !passing.test(text)
}

/** Returns the output of the last ten seconds as one line; only errors and hints, if there are any. */
function lastWords(lines: SaidLine[]): string {
  const late = lines.filter(({ at }) => at > performance.now() - 10_000).map(({ text }) => text)
  const why = late.filter((text) => isTrouble(text) || text.startsWith('HINT: '))
  return (why.length > 0 ? why : late).map((text) => text.replace(/^LOG: +/, '')).join(' · ')
}

/**
 * Resolves with a description of how the process ended: its error, exit code or signal. Does not wait for `close` longer than a
 * second, because helper processes may keep the output open.
 */
function becameOver(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const how = (): string => `it ended with ${child.exitCode ?? child.signalCode}`
    child.once('error', (error) => resolve(error.message))
    child.once('close', () => resolve(how()))
    child.once('exit', () => void pause(1000, undefined, { ref: false }).then(() => resolve(how())))
  })
}

/**
 * Stops PostgreSQL with increasingly forceful signals. SIGINT is the fast shutdown: it ends sessions, writes all data to disk and
 * exits.
 */
async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const timer = new AbortController()
    const outcome = await Promise.race([
      ended.then(() => 'ended' as const),
      pause(stopPatience, 'waiting' as const, { signal: timer.signal }),
    ])
    if (outcome === 'ended') {
      timer.abort()
      return
    }
  }
}
