import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartError } from '../core/start-error.ts'
import type { Logger } from '../core/wire.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { takeDataLock, type DataLock } from './data-lock.ts'
import { keepPostgresRunning } from './keep-running.ts'
import { endOrphanProcesses } from './orphan-processes.ts'
import { clusterFolder, findClusterLocation, type ClusterLocation } from './cluster-location.ts'
import { startPostmaster, type Postmaster } from './postmaster.ts'
import { removeLivenessFile } from './process-liveness.ts'

const mostPorts = 50
const portTaken = /could not create any TCP/

export type DatabaseConnection = ReturnType<typeof getDatabaseConnection>

export function getDatabaseConnection(place: Pick<ClusterLocation, 'password'>, port: number) {
  const { password } = place
  return { host: '127.0.0.1', port, database: 'postgres', username: 'postgres', password }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

interface EmbeddedOptions {
  dataDir: string
  log: Logger
  /**
   * Maximum milliseconds to wait for a process that holds the data's lock (`holder`), and per attempt to end the processes of a
   * killed predecessor (`leftovers`).
   */
  patience?: { holder: number; leftovers: number }
}

/**
 * Starts the embedded PostgreSQL on the data in `dataDir`, which is created at the first start. When PostgreSQL exits while this
 * process runs, it is restarted on the same port. It accepts connections from this machine only, with the password in
 * `<dataDir>/postgres.json`. Processes of a killed predecessor are ended first.
 * @throws StartError when another process uses the data, or a person must fix another problem first
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions) {
  const { log, patience = { holder: 10_000, leftovers: 20_000 } } = options
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const locks: DataLock[] = []
  const release = (): void => {
    for (const lock of locks.splice(0).toReversed()) lock.release()
  }
  const lock = async (folder: string, name: string): Promise<void> => {
    const waiting = { place: folder, patience: patience.holder, log }
    locks.push(await takeDataLock(join(folder, name), waiting))
  }
  try {
    await lock(dataDir, 'database.lock')
    const place = await findClusterLocation(dataDir)
    // A second lock on the cluster itself, because a copy of postgres.json in another DATA_DIR leads to the same cluster.
    await lock(place.folder, 'cluster.lock')
    const { port, stop } = await run(place, patience.leftovers, log)
    return {
      connection: getDatabaseConnection(place, port),
      location: clusterFolder(place),
      stop: async (): Promise<void> => {
        await stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function run(
  place: ClusterLocation,
  patience: number,
  log: Logger,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const binaries = await findBinaries(place.user, log)
  await endOrphanProcesses(place, patience)
  await createCluster(place, binaries)
  const { port, postmaster } = await startOnFreePort(place, binaries, log)
  const startAgain = async (signal: AbortSignal): Promise<Postmaster> => {
    await endOrphanProcesses(place, patience, signal)
    return startPostmaster(place, binaries, port, log)
  }
  const stop = keepPostgresRunning(postmaster, startAgain, log)
  return {
    port,
    stop: async () => {
      await stop()
      // Ends what remains of a PostgreSQL that was killed, and removes its process id file, which nobody could verify without the
      // pipe.
      await endOrphanProcesses(place, patience)
      await removeLivenessFile(place)
    },
  }
}

/**
 * Starts PostgreSQL on a free port below the range for outgoing connections. A port in that range could be taken by another process
 * while PostgreSQL restarts; even this process's own connection attempts could end up connected to themselves.
 */
async function startOnFreePort(
  place: ClusterLocation,
  binaries: string,
  log: Logger,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(15_000, 32_000)
    const postmaster = await startPostmaster(place, binaries, port, log)
    if (await postmaster.ready) return { port, postmaster }
    const lastWords = await postmaster.ended
    if (portTaken.test(lastWords) && attempt < mostPorts) continue
    throw new StartError(`PostgreSQL did not start: ${lastWords}`)
  }
}
