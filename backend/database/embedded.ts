import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../wire.ts'
import { findBinaries } from './binaries.ts'
import { clusterFolder, createCluster, stopOrphan } from './cluster.ts'
import { takeDataLock } from './data-lock.ts'
import { findPlace, type Place } from './place.ts'
import { freePort, startPostmaster, type Postmaster } from './postmaster.ts'

const restartDelay = 200
const startAttempts = 50
/** What PostgreSQL says when its port was taken, or processes of a killed predecessor have not all noticed yet. */
const passes =
  /could not create any TCP|shared memory block|lock file "postmaster\.pid" already exists/

export interface DatabaseConnection {
  host: string
  port: number
  database: string
  username: string
  password: string
}

export interface EmbeddedPostgres {
  connection: DatabaseConnection
  /** The folder in which the database lies. */
  location: string
  /** Ends sessions, writes everything down and frees the data for other processes. */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the project on the data in `dataDir` (made at the first start) and keeps it
 * running: should it die while we live, it is started again on the same port. It accepts loopback connections with
 * the password kept in `<dataDir>/postgres.json`. What a killed process left behind is cleared up.
 * @throws DataInUseError when another process has the data
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: Logger
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true })
  const lock = takeDataLock(join(dataDir, 'postgres.lock'), dataDir)
  try {
    const place = await findPlace(dataDir)
    const binaries = await findBinaries(place.user)
    await stopOrphan(place)
    await createCluster(place, binaries)
    const { port, postmaster } = await startOnFreePort(place, binaries, options.log)
    const stop = keepRunning(
      postmaster,
      () => startPostmaster(place, binaries, port, options.log),
      options.log,
    )
    return {
      connection: {
        host: '127.0.0.1',
        port,
        database: 'postgres',
        username: 'postgres',
        password: place.password,
      },
      location: clusterFolder(place),
      stop: async () => {
        await stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Between finding a free port and using it somebody else may take it, and a dying server may need a moment more. */
async function startOnFreePort(
  place: Place,
  binaries: string,
  log: Logger,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { port, postmaster: await startPostmaster(place, binaries, port, log) }
    } catch (error) {
      const transient = error instanceof Error && passes.test(error.message)
      if (!transient || attempt === startAttempts) throw error
      log.warn({ err: error }, 'PostgreSQL did not start, trying again')
      await pause(restartDelay)
    }
  }
}

function keepRunning(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: Logger,
): () => Promise<void> {
  let current = first
  let stopping = false
  async function watch(): Promise<void> {
    while (!stopping) {
      await current.ended
      if (stopping) return
      log.error({}, 'PostgreSQL ended by itself and is started again')
      await pause(restartDelay)
      current = await start()
      if (stopping) await current.stop()
    }
  }
  const watching = watch().catch((error: unknown) => {
    log.error({ err: error }, 'PostgreSQL could not be started again')
  })
  return async () => {
    stopping = true
    await current.stop()
    await watching
  }
}
