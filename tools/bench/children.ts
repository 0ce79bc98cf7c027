import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../tests/support/running-shop.ts'
import { root } from '../../commands/run.ts'

/** A server in a process of its own, so that it has a core for itself. */
export interface ServerProcess {
  /** Without a slash at its end. */
  url: string
  pid: number
  stop: () => Promise<void>
}

/** One that may not listen yet. */
export interface StartingServer extends ServerProcess {
  /** Rejects when it ends instead, with what it printed. */
  opened: Promise<void>
  /** Settles when it has ended, with its exit code or signal. */
  ended: Promise<number | string>
  /** What it printed, the last of it. */
  output: () => string
}

interface Start {
  script: string
  environment?: Record<string, string>
  port: number
  /** What its output says when it listens. */
  isOpen: (line: string) => boolean
}

function spawnServer({ script, environment, port, isOpen }: Start): StartingServer {
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...cleanEnvironment(), NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit').then(([code, signal]): number | string => code ?? signal)
  let output = ''
  const opened = new Promise<void>((resolve, reject) => {
    void ended.then((code) => reject(new Error(`${script} ended with ${code}:\n${output}`)))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output = `${output}${line}\n`.slice(-4000)
        if (isOpen(line)) resolve()
      })
    }
  })
  // Whoever kills it need not wait for it to open.
  opened.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    opened,
    ended,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

/** The built shop, as `npm start` opens it, without waiting until it listens. */
export function spawnShop(environment: Record<string, string>, port: number): StartingServer {
  return spawnServer({
    script: join(root, 'build', 'shop', 'main.js'),
    environment: { LOG_LEVEL: 'warn', ...environment },
    port,
    isOpen: (line) => line.includes('Stop it with Ctrl-C'),
  })
}

/** The built shop, as `npm start` opens it. */
export async function startShop(environment: Record<string, string>): Promise<ServerProcess> {
  const shop = spawnShop(environment, await freePort())
  await shop.opened
  return shop
}

/** What the shop made up for itself at its first start. */
export interface ShopKeys {
  publishable: string
  sandboxToken: string
  stripe: { secretKey: string }
}

export async function readKeys(dataDir: string): Promise<ShopKeys> {
  return JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
}

/** One of the servers beside this file, which print "listening". */
export async function startYardstick(
  name: 'bare-page' | 'bare-rest' | 'bare-framework' | 'uncached',
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const server = spawnServer({
    script: join(import.meta.dirname, 'servers', `${name}.ts`),
    environment,
    port: await freePort(),
    isOpen: (line) => line === 'listening',
  })
  await server.opened
  return server
}

/** What a child gets of our environment: where programs and certificates are, and nothing that configures the shop. */
export function cleanEnvironment(): Record<string, string> {
  const kept =
    /^(PATH|HOME|USER|LANG|LC_\w+|TMPDIR|CHROME_PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i
  const entries = Object.entries(process.env).filter(([name]) => kept.test(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
}

/** A folder that is removed after the work; the database's own account may enter it. */
export async function inFreshFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await chmod(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs the work with servers that are stopped after it. */
export async function withServers<T>(
  starting: Promise<ServerProcess>[],
  work: (...servers: ServerProcess[]) => Promise<T>,
): Promise<T> {
  const outcomes = await Promise.allSettled(starting)
  const servers = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : [],
  )
  try {
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    return await work(...servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
