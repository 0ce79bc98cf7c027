import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isCode } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import { getIdFile, type ClusterLocation, readIdFile } from './cluster-location.ts'
import { isVisiblyAlive, getProcessLiveness } from './process-liveness.ts'

const interval = 20

/**
 * Ends processes that a killed predecessor left running in a place, and removes PostgreSQL's process id file, which by now may
 * name any process. When those processes cannot be seen (another container) it waits for their end, which their own watchdog
 * brings about. Call it only while holding the locks.
 * @param patience ms for each of three attempts, each more forceful than the one before
 * @throws StartError when a process is still running
 */
export async function endOrphanProcesses(
  place: ClusterLocation,
  patience: number,
  signal?: AbortSignal,
): Promise<void> {
  if (getProcessLiveness(place) === 'unknown') return expectClosed(place)
  for (const manner of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    await signalPresent(place, (await readIdFile(place))?.pid ?? null, manner)
    for (let waited = 0; waited < patience; waited += interval) {
      if (getProcessLiveness(place) === 'nobody') return rm(getIdFile(place), { force: true })
      await pause(interval, undefined, { signal })
    }
  }
  throw new StartError(
    `${place.folder} is still in use by a PostgreSQL that a killed process left behind, perhaps in another container. End it first.`,
  )
}

/** The state is unknown here, so the file must not be removed; PostgreSQL would, because it does not see other containers. */
async function expectClosed(place: ClusterLocation): Promise<void> {
  const pid = (await readIdFile(place))?.pid ?? null
  if (pid === null) return
  throw new StartError(
    `${getIdFile(place)} says that a PostgreSQL (process ${pid}) is at work there. If none is, in no container either, remove that file.`,
  )
}

/** SIGINT is for the server alone, which ends its helpers in order. Helpers without a server are ended at once. */
async function signalPresent(
  place: ClusterLocation,
  server: number | null,
  manner: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  const present = isVisiblyAlive(place)
  if (manner === 'SIGINT' && server !== null && present.includes(server)) send(server, manner)
  else for (const pid of present) send(pid, manner === 'SIGINT' ? 'SIGQUIT' : manner)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error
  }
}
