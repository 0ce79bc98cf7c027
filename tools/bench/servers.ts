import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../commands/lib/run.ts'
import { findFreePort } from '../../tests/support/running-shop.ts'
import { getCleanEnvironment, withTemporaryFolder } from './processes.ts'
import { createVisitor } from './visitor.ts'

/** A server in a separate process, so that it can use a processor core of its own. It may not be listening yet. */
export interface SpawnedServer {
  /** The server's URL, without a slash at its end. */
  url: string
  pid: number
  /** Resolves when the server is listening. Rejects with its output when it ends before that. */
  opened: Promise<void>
  hasOpened: () => boolean
  /** Resolves to the exit code, or to the signal, when the server has ended. */
  ended: Promise<number | string>
  /** Returns the last part of the server's output. */
  output: () => string
  stop: () => Promise<void>
}

/** Starts a server on the port PORT. It counts as listening when a line of its output contains `sign`. */
function spawnServer(
  [program = '', ...words]: string[],
  sign: string,
  environment: Record<string, string>,
  folder = root,
): SpawnedServer {
  const isGroup = program === 'npm'
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...getCleanEnvironment(), ...(!isGroup && { NODE_ENV: 'production' }), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Puts npm, its shell and the server into one process group, so that a signal reaches all of them.
    detached: isGroup,
  })
  const pid = child.pid ?? 0
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  let output = ''
  let hasOpened = false
  const opened = new Promise<void>((resolve, reject) => {
    void ended.then((code) =>
      reject(new Error(`${words.join(' ')} ended with ${code}:\n${output}`)),
    )
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output = `${output}${line}\n`.slice(-4000)
        hasOpened ||= line.includes(sign)
        if (hasOpened) resolve()
      })
  })
  // Prevents an unhandled rejection when the server is killed before a caller awaits `opened`.
  opened.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    pid,
    opened,
    hasOpened: () => hasOpened,
    ended,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(isGroup ? -pid : pid, 'SIGTERM')
      await ended
    },
  }
}

/** The Node options of the script `npm start`, which affect speed and memory. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'))

/** Starts the built shop with the same Node options as `npm start`. Does not wait until it listens. */
export function spawnShop(environment: Record<string, string>, port: number): SpawnedServer {
  const command = [process.execPath, ...flags, join(root, 'build', 'shop', 'main.js')]
  const settings = { LOG_LEVEL: 'warn', PORT: String(port), ...environment }
  return spawnServer(command, 'Stop it with Ctrl-C', settings)
}

/** Runs `work` with a server from the folder `servers`. */
export async function withBaselineServer<T>(
  name: 'bare-page' | 'bare-rest' | 'uncached',
  environment: Record<string, string>,
  work: (server: SpawnedServer) => Promise<T>,
): Promise<T> {
  const command = [process.execPath, join(import.meta.dirname, 'servers', `${name}.ts`)]
  const PORT = String(await findFreePort())
  const server = spawnServer(command, 'listening', { PORT, ...environment })
  try {
    await server.opened
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Runs `work` with a minimal server that sends the same bytes as the page at the URL `page`. */
export function withBarePageServer<T>(
  page: string,
  work: (bare: SpawnedServer) => Promise<T>,
): Promise<T> {
  return withTemporaryFolder(async (folder) => {
    const { ask, leave } = createVisitor(page, { 'accept-encoding': 'br' })
    const { body, headers } = await ask('').finally(leave)
    const PAGE_FILE = join(folder, 'page')
    await writeFile(PAGE_FILE, body)
    const ENCODING = headers['content-encoding'] ?? 'identity'
    return withBaselineServer('bare-page', { PAGE_FILE, ENCODING }, work)
  })
}

/**
 * Runs `npm start`, waits for the first page and stops the shop. Returns the time until the page in ms.
 * @throws Error with the output when the shop ends early or takes longer than `patience` ms
 */
export async function timeNpmStart(
  environment: Record<string, string>,
  { folder = root, patience = 60_000 } = {},
): Promise<number> {
  const begin = performance.now()
  const PORT = String(await findFreePort())
  const server = spawnServer(['npm', 'start'], '', { PORT, ...environment }, folder)
  try {
    let hasEnded = false
    void server.ended.then(() => (hasEnded = true))
    while (!(await isResponding(server.url))) {
      if (hasEnded || performance.now() - begin > patience)
        throw new Error(`npm start shows no page:\n${server.output()}`)
      await pause(10)
    }
    return performance.now() - begin
  } finally {
    await server.stop()
  }
}

/** Returns true when a GET request gets a complete, successful response. */
export async function isResponding(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  return answer?.ok === true && (await answer.text().catch(() => '')) !== ''
}
