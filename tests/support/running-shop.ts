import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')

/**
 * The environment variable with the data folder of a shop that was opened and closed before the tests
 * (`prepared-shop.ts`).
 */
export const preparedDataVariable = 'PREPARED_DATA'

/** A shop with its own data in a separate process, as `npm start` runs it. */
export interface RunningShop {
  url: string
  dataDir: string
  /** Returns the shop's output so far. */
  output: () => string
  keys: () => Promise<{
    publishable: string
    secret: string
    sandboxToken: string
    stripe: { secretKey: string; webhookSecret: string }
  }>
  /** Ends the shop like Ctrl-C; resolves to its exit code. */
  close: () => Promise<number | null>
  /** Kills the shop, as by a power cut. */
  kill: () => Promise<void>
  /** Opens the shop again with the same data. */
  reopen: () => Promise<void>
  /** Ends the shop and removes its data. */
  remove: () => Promise<void>
}

/** Opens the built shop on a free port, with a new data folder. `environment` adds environment variables. */
export async function openShop(environment: Record<string, string> = {}): Promise<RunningShop> {
  if (!existsSync(join(root, 'build', 'shop', 'main.js')))
    throw new Error('Run the build first (npm test does)')
  const dataDir = environment.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'shop-')))
  // When the tests run as root, PostgreSQL runs under another account, which must be able to enter this folder.
  await chmod(dataDir, 0o755)
  let port = Number(environment.PORT ?? (await findFreePort()))
  let output = ''
  let child = await start().catch(async (error: unknown) => {
    // Tries another port when a process has taken the first one meanwhile.
    if (!output.includes('another program uses this port')) throw error
    port = await findFreePort()
    return start()
  })

  async function start(): Promise<ChildProcess> {
    const started = spawn(process.execPath, [join(root, 'build', 'shop', 'main.js')], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        PORT: String(port),
        DATA_DIR: dataDir,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const opened = new Promise<void>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          output += `${line}\n`
          if (line.includes('Stop it with Ctrl-C')) resolve()
        })
      }
      started.once('exit', (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)))
    })
    await opened
    return started
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
    return child.exitCode
  }

  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    keys: async () => JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')),
    close: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
    reopen: async () => {
      child = await start()
    },
    remove: async () => {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Opens a shop with a copy of the prepared data. Tests of other features than the first start use it, because a first
 * start takes twice as long as a later one.
 */
export async function openPreparedShop(
  environment: Record<string, string> = {},
): Promise<RunningShop> {
  const prepared = process.env[preparedDataVariable]
  if (prepared === undefined) return openShop(environment)
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  // `cp -a` preserves the owners of the files, which Node's function for copying folders does not.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir])
  return openShop({ ...environment, DATA_DIR: dataDir })
}

/** Runs the built shop until it ends by itself. Returns its exit code and what it wrote to standard error. */
export async function runUntilExit(
  environment: Record<string, string>,
): Promise<{ code: number | null; words: string }> {
  const main = join(root, 'build', 'shop', 'main.js')
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [words] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, words }
}

/** Returns a port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
