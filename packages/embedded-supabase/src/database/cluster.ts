import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhenMissing } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import { spawnChild } from './child-process.ts'
import { clusterFolder, recordCreatedFolder, type ClusterLocation } from './cluster-location.ts'
import { getErrorOutput } from './run.ts'

/** Names of leftovers of a start that was killed: an unfinished cluster, or a password file, which nothing uses any more. */
const unfinished = /^(unfinished|password-[0-9a-f]{12})$/

/**
 * Creates a cluster with UTF-8 and sorting by code point, whatever the machine's locale. It gets its final name only when it is
 * complete.
 */
export async function createCluster(place: ClusterLocation, binaries: string): Promise<void> {
  const folder = clusterFolder(place)
  const draft = join(place.folder, 'unfinished')
  const remains = (await readdir(place.folder)).filter((name) => unfinished.test(name))
  for (const name of remains) await rm(join(place.folder, name), { recursive: true })
  const version = await stat(join(folder, 'PG_VERSION')).catch(nullWhenMissing)
  if (version !== null) return recordCreatedFolder(place)
  if (place.isCreated)
    throw new StartError(
      `The database should be in ${folder} and is gone. Put it back, or remove ${place.recordFile} to begin with an empty one.`,
    )
  await mkdir(draft, { mode: 0o700 })
  if (place.user !== null) await chown(draft, place.user.uid, place.user.gid)
  const child = await spawnChild(place, {
    command: join(binaries, 'bin', 'initdb'),
    args: initialSettings(draft),
    onParentDeath: 'kill',
    input: `${place.password}\n`,
  })
  const failure = await getErrorOutput(child)
  if (failure !== null)
    throw new StartError(`PostgreSQL could not create its data in ${folder}: ${failure}`)
  await rename(draft, folder)
  await recordCreatedFolder(place)
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
