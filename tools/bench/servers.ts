import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../../commands/run.ts'
import { freePort } from '../../tests/support/running-shop.ts'
import { withDatabase } from './database.ts'
import { getBytes } from './http.ts'
import { cleanEnvironment, descendants, inFreshFolder } from './processes.ts'

/** A server in a process of its own, so that it has a core for itself. It may not listen yet. */
export interface Server {
  /** Without a slash at its end. */
  url: string
  pid: number
  /** Rejects when it ends instead, with what it printed. */
  opened: Promise<void>
  /** Settles when it has ended, with its exit code or signal. */
  ended: Promise<number | string>
  /** What it printed, the last of it. */
  output: () => string
  stop: () => Promise<void>
}

interface Start {
  command: string[]
  environment: Record<string, string>
  port: number
  folder?: string
  /** What a line of its output says when it listens. */
  sign: string
}

function spawnServer({ command, environment, port, folder = root, sign }: Start): Server {
  const [program = '', ...words] = command
  const isGroup = program === 'npm'
  const child = spawn(program, words, {
    cwd: folder,
    env: {
      ...cleanEnvironment(),
      ...(!isGroup && { NODE_ENV: 'production' }),
      PORT: String(port),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm, its shell and the shop are a group of their own, which hears of its end together.
    detached: isGroup,
  })
  const pid = child.pid ?? 0
  const ended = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  let output = ''
  const opened = new Promise<void>((resolve, reject) => {
    void ended.then((code) =>
      reject(new Error(`${words.join(' ')} ended with ${code}:\n${output}`)),
    )
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output = `${output}${line}\n`.slice(-4000)
        if (line.includes(sign)) resolve()
      })
  })
  // Whoever kills it need not wait for it to open.
  opened.catch(() => undefined)
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    opened,
    ended,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null)
        process.kill(isGroup ? -pid : pid, 'SIGTERM')
      await ended
    },
  }
}

/** The built shop, as `npm start` opens it, without waiting until it listens. */
export function spawnShop(environment: Record<string, string>, port: number): Server {
  return spawnServer({
    command: [process.execPath, join(root, 'build', 'shop', 'main.js')],
    environment: { LOG_LEVEL: 'warn', ...environment },
    port,
    sign: 'Stop it with Ctrl-C',
  })
}

/** One of the servers in the folder `servers`. */
async function startYardstick(
  name: 'bare-page' | 'bare-rest' | 'uncached',
  environment: Record<string, string>,
): Promise<Server> {
  const command = [process.execPath, join(import.meta.dirname, 'servers', `${name}.ts`)]
  return spawnServer({ command, environment, port: await freePort(), sign: 'listening' })
}

/** Runs the work with such a server. */
export async function withYardstick<T>(
  name: Parameters<typeof startYardstick>[0],
  environment: Record<string, string>,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  return whileOpen(await startYardstick(name, environment), work)
}

/** Runs the work once a server is open, and stops it. */
export async function whileOpen<T>(
  server: Server,
  work: (server: Server) => Promise<T>,
): Promise<T> {
  try {
    await server.opened
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Runs the work with a bare server that sends the very bytes that a server sends for a page. */
export function withBarePage<T>(page: string, work: (bare: Server) => Promise<T>): Promise<T> {
  return inFreshFolder(async (folder) => {
    const { body, encoding } = await getBytes(page, 'br')
    const file = join(folder, 'page')
    await writeFile(file, body)
    return withYardstick('bare-page', { PAGE_FILE: file, ENCODING: encoding }, work)
  })
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

/** A shop that is open. */
export interface Shop {
  url: string
  pid: number
  databaseUrl: string
  dataDir: string
  keys: ShopKeys
}

/** Runs the work with the built shop on a fresh database, behind a proxy that it trusts. */
export function withShop<T>(
  work: (shop: Shop) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  return withDatabase((databaseUrl) => withShopOn(databaseUrl, environment, work))
}

/** The same on a database that is there. */
export function withShopOn<T>(
  databaseUrl: string,
  environment: Record<string, string>,
  work: (shop: Shop) => Promise<T>,
): Promise<T> {
  return inFreshFolder(async (dataDir) => {
    const places = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TRUSTED_PROXIES: 'loopback' }
    const server = spawnShop({ ...places, ...environment }, await freePort())
    return whileOpen(server, async ({ url, pid }) =>
      work({ url, pid, databaseUrl, dataDir, keys: await readKeys(dataDir) }),
    )
  })
}

/** What `npm start` opened. */
export interface StartedShop extends Server {
  /** The Node process that runs the shop. */
  shopPid: number
  /** From the command to the first page, ms. */
  openedAfter: number
}

/**
 * Runs `npm start` and waits for the first page.
 * @throws Error with what it printed when it ends, or takes longer than `patience` ms
 */
export async function npmStart(
  environment: Record<string, string>,
  { folder = root, patience = 60_000 } = {},
): Promise<StartedShop> {
  const begin = performance.now()
  const port = await freePort()
  const server = spawnServer({ command: ['npm', 'start'], environment, port, folder, sign: '' })
  let end: number | string | null = null
  void server.ended.then((code) => (end = code))
  while (!(await isOpen(server.url))) {
    if (end !== null || performance.now() - begin > patience) {
      await server.stop()
      throw new Error(`npm start ${end === null ? 'took too long' : 'ended'}:\n${server.output()}`)
    }
    await pause(10)
  }
  const openedAfter = performance.now() - begin
  const shop = descendants(server.pid).find(({ command }) =>
    /^\S*node\S* .*commands\/start\.ts/.test(command),
  )
  return { ...server, shopPid: shop?.pid ?? 0, openedAfter }
}

/** Whether the shop at an address shows its first page. */
export async function isOpen(url: string): Promise<boolean> {
  try {
    return (await getBytes(`${url}/`, 'br')).status === 200
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
