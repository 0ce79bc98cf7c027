import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { spawnGuarded } from './guarded.ts'
import { clusterFolder, noteCreated, type Place } from './place.ts'
import { complaintOf } from './run.ts'

/**
 * Makes the cluster unless it is there: UTF-8, sorted by code point whatever the machine's language, checksums on
 * every page, passwords asked of everyone. It appears under its name only when it is whole.
 */
export async function createCluster(place: Place, binaries: string): Promise<void> {
  const folder = clusterFolder(place)
  const draft = join(place.folder, 'unfinished')
  await clearUp(place.folder, draft)
  if (await hasCluster(folder)) return noteCreated(place)
  if (place.isCreated) throw new StartError(missing(folder, place.recordFile))
  await mkdir(draft, { mode: 0o700 })
  if (place.user !== null) await chown(draft, place.user.uid, place.user.gid)
  const child = await spawnGuarded(place, {
    command: join(binaries, 'bin', 'initdb'),
    args: initialSettings(draft),
    whenWeDie: 'kill',
    input: `${place.password}\n`,
  })
  const failure = await complaintOf(child)
  if (failure !== null)
    throw new StartError(`PostgreSQL could not create its data in ${folder}: ${failure}`)
  await rename(draft, folder)
  await noteCreated(place)
}

/** An earlier version gave initdb the password in a file, which stayed behind when it was killed. */
const passwordFile = /^password-[0-9a-f]{12}$/

async function clearUp(folder: string, draft: string): Promise<void> {
  const passwords = (await readdir(folder)).filter((name) => passwordFile.test(name))
  const remains = [draft, ...passwords.map((name) => join(folder, name))]
  await Promise.all(remains.map((path) => rm(path, { recursive: true, force: true })))
}

function missing(folder: string, recordFile: string): string {
  return `The database should be in ${folder} and is gone. Put it back, or remove ${recordFile} to begin with an empty one.`
}

function initialSettings(folder: string): string[] {
  return [
    `--pgdata=${folder}`,
    '--username=postgres',
    '--pwfile=/dev/stdin',
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
