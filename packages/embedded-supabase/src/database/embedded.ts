import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartError } from '../core/start-error.ts'
import type { Logger } from '../core/wire.ts'
import { findBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { takeDataLock, type DataLock } from './data-lock.ts'
import { keepRunning } from './keep-running.ts'
import { endOrphanProcesses } from './orphan-processes.ts'
import { clusterFolder, findClusterLocation, type ClusterLocation } from './cluster-location.ts'
import { startPostmaster, type Postmaster } from './postmaster.ts'
import { removeLivenessFile } from './process-liveness.ts'

const mostPorts = 50
const portTaken = /could not create any TCP/

export type DatabaseConnection = ReturnType<typeof connectionTo>

export function connectionTo(place: Pick<ClusterLocation, 'password'>, port: number) {
  const { password } = place
  return { host: '127.0.0.1', port, database: 'postgres', username: 'postgres', password }
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

interface EmbeddedOptions {
  dataDir: string
  log: Logger
  /** ms to wait: for a process that holds the data, and for each attempt to end what a killed process left behind. */
  patience?: { holder: number; leftovers: number }
}

/**
 * Starts the PostgreSQL that comes with the project on the data in `dataDir` (created at the first start) and keeps it running:
 * if it exits while this process lives, it is started again on the same port. It accepts loopback connections with the password
 * kept in `<dataDir>/postgres.json`. Leftovers of a killed process are cleared up.
 * @throws StartError when another process has the data, or for another problem that a person can fix
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
    // A copy of postgres.json may lead to the same data from another DATA_DIR.
    await lock(place.folder, 'cluster.lock')
    const { port, stop } = await run(place, patience.leftovers, log)
    return {
      connection: connectionTo(place, port),
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
  const stop = keepRunning(postmaster, startAgain, log)
  return {
    port,
    stop: async () => {
      await stop()
      // A server that was killed leaves its process id file, which cannot be verified without the pipe.
      await endOrphanProcesses(place, patience)
      await removeLivenessFile(place)
    },
  }
}

/**
 * Below the ports that systems give to outgoing connections: no other process takes it by chance while PostgreSQL restarts, not
 * even our own pools, whose attempts at a free port could end in connecting to themselves.
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
