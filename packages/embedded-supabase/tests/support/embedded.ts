import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, vi } from 'vitest'
import { connectDatabase } from '../../src/database/connect.ts'
import type { DatabaseConnection } from '../../src/database/embedded.ts'

const script = fileURLToPath(new URL('./embedded-process.ts', import.meta.url))

/** A process that starts an embedded database. */
export interface EmbeddedProcess {
  child: ChildProcess
  /** The lines that the process has logged so far. */
  log: { level: string; message: string; [detail: string]: unknown }[]
  opened: Promise<Opened>
}

interface Opened {
  connection: DatabaseConnection
  location: string
  /** The error message of a start that was refused, in which case the other properties are missing. */
  refused: string | undefined
}

interface StartOptions {
  uid?: number
  gid?: number
  /** Runs the process in its own pid, ipc and mount namespaces, like a container, where the machine allows that. */
  apart?: boolean
  patience?: { holder: number; leftovers: number }
}

/** Returns the path of a data folder that does not exist yet and is deleted after the test. */
export async function getNewDataFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded test '))
  await chmod(folder, mode)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

const unshare = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
/** As in a container, the first process of the namespace outlives the process under test. */
const container = [...unshare, 'sh', '-c', '"$@"; exec sleep 600 >&- 2>&-', 'sh']
export const canUnshare = spawnSync('unshare', [...unshare, 'true']).status === 0

/** Starts a process that opens an embedded database, without waiting for it. */
export function spawnEmbedded(dataDir: string, options: StartOptions = {}): EmbeddedProcess {
  const { apart = false, patience, ...as } = options
  const [program, args] = [process.execPath, [script, dataDir, JSON.stringify(patience ?? null)]]
  const settings: SpawnOptions = { ...as, stdio: ['ignore', 'pipe', 'inherit'] }
  const child =
    apart && canUnshare
      ? spawn('unshare', [...container, program, ...args], settings)
      : spawn(program, args, settings)
  onTestFinished(() => endProcess(child))
  const log: EmbeddedProcess['log'] = []
  const opened = new Promise<Opened>((resolve, reject) => {
    if (child.stdout === null) return
    const lines = createInterface({ input: child.stdout })
    lines.on('close', () => reject(new Error('it ended without a word')))
    lines.on('line', (line) => {
      const said = JSON.parse(line)
      if ('level' in said) log.push(said)
      else resolve(said)
    })
  })
  // The rejection must count as handled, because a test that kills the process does not wait for this promise.
  opened.catch(() => undefined)
  return { child, log, opened }
}

/** Starts a process that opens an embedded database, and waits until the database is open or the start is refused. */
export async function startEmbedded(
  dataDir: string,
  options: StartOptions = {},
): Promise<Opened & Omit<EmbeddedProcess, 'opened'>> {
  const { opened, ...opening } = spawnEmbedded(dataDir, options)
  return { ...opening, ...(await opened) }
}

/** Ends the process with SIGTERM, as in production, and with it PostgreSQL and the other processes of its container. */
export async function endProcess(child: ChildProcess): Promise<void> {
  await sendSignal(child, 'SIGTERM')
  if (isContainer(child) && isRunning(child)) {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
}

/** Sends a signal only to the process that holds the database, and waits until this process has ended. */
export async function sendSignal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return
  if (!isContainer(child)) {
    const exited = once(child, 'exit')
    child.kill(name)
    return void (await exited)
  }
  const holder = await holderIn(child)
  if (holder === undefined) return
  process.kill(holder, name)
  await vi.waitFor(async () => expect(await holderIn(child)).toBeUndefined(), { timeout: 20_000 })
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function isContainer(child: ChildProcess): boolean {
  return child.spawnfile === 'unshare'
}

/** Returns the process id, outside the container, of the process that holds the database. */
async function holderIn(container: ChildProcess): Promise<number | undefined> {
  const [first] = await childrenOf(container.pid)
  const children = await childrenOf(first)
  const lines = await Promise.all(
    children.map(async (pid) => [pid, await commandLine(pid)] as const),
  )
  return lines.find(([, line]) => line.includes(script))?.[0]
}

async function childrenOf(pid = 0): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** Returns the process id of the watchdog, a shell that stops PostgreSQL when the process that started it has ended. */
export async function findWatchdog(child: ChildProcess): Promise<number> {
  const owner = isContainer(child) ? await holderIn(child) : child.pid
  for (const pid of await childrenOf(owner)) {
    if ((await commandLine(pid)).includes('read -r ended')) return pid
  }
  throw new Error('it has no watchdog')
}

/** Runs a query on a separate connection and returns the first value of the result. */
export async function queryValue(
  connection: DatabaseConnection,
  question: string,
): Promise<unknown> {
  const { sql, close } = connectDatabase(connection)
  try {
    const [row] = await sql.unsafe(question)
    return Object.values(row ?? {})[0]
  } finally {
    await close()
  }
}

/** Returns the process id of the PostgreSQL server of a cluster, as its own namespace counts it. */
export async function readPostmasterId(location: string): Promise<number> {
  return Number.parseInt(await readFile(join(location, 'postmaster.pid'), 'utf8'), 10)
}

/** Returns true when the process exists and has not ended. A zombie process has ended. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

/** Returns the ids of the processes whose command line contains these words. Linux only. */
export async function findProcessesWith(words: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await commandLine(Number(name))).includes(words))
      found.push(Number(name))
  }
  return found
}

async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  } catch (error) {
    // The process may have ended since it was listed.
    if (error instanceof Error) return ''
    throw error
  }
}
