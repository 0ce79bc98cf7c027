import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../wire.ts'
import { clusterFolder } from './cluster.ts'
import type { Place } from './place.ts'
import { asUser } from './run.ts'

const startPatience = 60_000
const stopPatience = 30_000

/** A running PostgreSQL server. */
export interface Postmaster {
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>
  stop: () => Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })
}

/**
 * Starts PostgreSQL on a loopback port and waits until it takes connections. It runs in a process group of its own,
 * so that Ctrl-C reaches us alone and open requests can end before it does.
 * @throws Error with PostgreSQL's last words when it does not come up
 */
export async function startPostmaster(
  place: Place,
  binaries: string,
  port: number,
  log: Logger,
): Promise<Postmaster> {
  const child = spawn(join(binaries, 'bin', 'postgres'), settings(clusterFolder(place), port), {
    ...asUser(place.user),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
  const watchdog = startWatchdog(child, place)
  void ended.then(() => watchdog.kill('SIGKILL'))
  await becameReady(child, log)
  return { ended, stop: () => stop(child, ended) }
}

function settings(folder: string, port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // Failed statements go back to the caller; in the log they would show customers' data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  }
  return [
    '-D',
    folder,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** When this process dies without stopping PostgreSQL, the pipe to this little shell closes and it does so. */
function startWatchdog(postgres: ChildProcess, place: Place): ChildProcess {
  const watchdog = spawn(
    '/bin/sh',
    ['-c', 'read -r line; kill -INT "$1"', 'sh', String(postgres.pid)],
    {
      ...asUser(place.user),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watchdog.unref()
  return watchdog
}

async function becameReady(child: ChildProcess, log: Logger): Promise<void> {
  const lastWords: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () =>
      reject(new Error(`PostgreSQL did not start: ${lastWords.join(' · ') || 'no reason given'}`)),
    )
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('ready to accept connections')) resolve()
      for (const line of text.split('\n').filter(Boolean)) report(line, lastWords, log)
    })
  })
  const timer = new AbortController()
  const tooLate = pause(startPatience, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(
      `PostgreSQL was not ready after ${startPatience / 1000} s: ${lastWords.join(' · ')}`,
    )
  })
  try {
    await Promise.race([ready, tooLate])
  } finally {
    timer.abort()
    tooLate.catch((error: unknown) => {
      if (!timer.signal.aborted) log.error({ err: error }, 'PostgreSQL is late')
    })
  }
}

function report(line: string, lastWords: string[], log: Logger): void {
  lastWords.push(line)
  if (lastWords.length > 8) lastWords.shift()
  const isOurDoing = line.includes('administrator command')
  if (/ (FATAL|PANIC): /.test(line) && !isOurDoing)
    log.warn({ line }, 'PostgreSQL reports a problem')
}

/** SIGINT is PostgreSQL's fast shutdown: it ends sessions, writes everything down and leaves. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
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
