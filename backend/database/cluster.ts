import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteCreated, type Place } from './place.ts'
import { isAnyProcessIn, processCommand, processStartedAt } from './process-table.ts'
import { run } from './run.ts'

const stopPatience = 20_000

/** The folder of the cluster itself (PostgreSQL's data directory). */
export function clusterFolder(place: Place): string {
  return join(place.folder, 'cluster')
}

/**
 * Makes the cluster unless it is there: UTF-8, sorted by code point whatever the machine's language, checksums on
 * every page, passwords asked of everyone. It appears under its name only when it is whole.
 */
export async function createCluster(place: Place, binaries: string): Promise<void> {
  const folder = clusterFolder(place)
  if (await hasCluster(folder)) return noteCreated(place)
  if (place.isCreated) throw new Error(missing(folder, place.recordFile))
  const draft = join(place.folder, 'unfinished')
  const passwordFile = join(place.folder, `password-${randomBytes(6).toString('hex')}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, `${place.password}\n`, { mode: 0o600 })
  if (place.user !== null) {
    await chown(draft, place.user.uid, place.user.gid)
    await chown(passwordFile, place.user.uid, place.user.gid)
  }
  const { failure } = await run(
    join(binaries, 'bin', 'initdb'),
    initialSettings(draft, passwordFile),
    place.user,
  )
  await rm(passwordFile, { force: true })
  if (failure !== null)
    throw new Error(`PostgreSQL could not create its data in ${folder}: ${failure}`)
  await rename(draft, folder)
  await noteCreated(place)
}

function missing(folder: string, recordFile: string): string {
  return `The database should be in ${folder} and is gone. Put it back, or remove ${recordFile} to begin with an empty one.`
}

function initialSettings(folder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]
}

async function hasCluster(folder: string): Promise<boolean> {
  try {
    await stat(join(folder, 'PG_VERSION'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/**
 * Stops a PostgreSQL that outlived the process that started it. Call it only while holding the data lock: then
 * nobody else can be using it. Also clears away a process id file that by now names some other process.
 */
export async function stopOrphan(place: Place): Promise<void> {
  const idFile = join(clusterFolder(place), 'postmaster.pid')
  const { pid, folder } = await readProcessId(idFile)
  if (pid === null) return
  if (processStartedAt(pid) === null) return clearUpAfterDead(place, idFile)
  if (!processCommand(pid)?.includes(folder)) return rm(idFile, { force: true })
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(pid, signal)
    if (await isGone(pid)) return
  }
  throw new Error(`A PostgreSQL left behind on ${folder} (process ${pid}) does not stop.`)
}

/**
 * A killed server may stay in the process table, and PostgreSQL would take it for a living one. Its file may go once
 * its helpers, who use the same memory, have noticed and left.
 */
async function clearUpAfterDead(place: Place, idFile: string): Promise<void> {
  // Elsewhere the dead leave the table at once, and PostgreSQL itself can tell.
  if (process.platform !== 'linux') return
  const folder = await realpath(clusterFolder(place))
  for (let waited = 0; waited < stopPatience; waited += 20) {
    if (!isAnyProcessIn(folder)) return rm(idFile, { force: true })
    await pause(20)
  }
  throw new Error(`Processes of a PostgreSQL that died are still at work in ${folder}.`)
}

/** The first two lines of the file: the process, and the folder that its command line names. */
async function readProcessId(file: string): Promise<{ pid: number | null; folder: string }> {
  try {
    const [first = '', folder = ''] = (await readFile(file, 'utf8')).split('\n')
    const pid = Number.parseInt(first, 10)
    return { pid: Number.isInteger(pid) && pid > 1 && folder !== '' ? pid : null, folder }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { pid: null, folder: '' }
    throw error
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return
    throw error
  }
}

async function isGone(pid: number): Promise<boolean> {
  for (let waited = 0; waited < stopPatience; waited += 20) {
    if (processStartedAt(pid) === null) return true
    await pause(20)
  }
  return false
}
