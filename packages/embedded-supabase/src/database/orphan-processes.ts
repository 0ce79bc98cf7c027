import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { hasErrorCode } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import { getProcessIdFile, type ClusterLocation, readProcessIdFile } from './cluster-location.ts'
import { findLivingProcesses, getProcessLiveness } from './process-liveness.ts'

const interval = 20

/**
 * Ends the processes that a killed predecessor left running on a cluster, and removes PostgreSQL's process id file, whose number
 * may belong to any process by now. Processes in another container cannot be signalled, so it waits until their own watchdog ends
 * them. The caller must hold the locks.
 * @param patience milliseconds to wait after each of three increasingly forceful signals
 * @throws StartError when a process is still running
 */
export async function endOrphanProcesses(
  place: ClusterLocation,
  patience: number,
  signal?: AbortSignal,
): Promise<void> {
  if (getProcessLiveness(place) === 'unknown') return expectClosed(place)
  for (const manner of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    await signalPresent(place, (await readProcessIdFile(place))?.pid ?? null, manner)
    for (let waited = 0; waited < patience; waited += interval) {
      if (getProcessLiveness(place) === 'nobody')
        return rm(getProcessIdFile(place), { force: true })
      await pause(interval, undefined, { signal })
    }
  }
  throw new StartError(
    `${place.folder} is still in use by a PostgreSQL that a killed process left behind, perhaps in another container. End it first.`,
  )
}

/**
 * Checks that no process id file exists, when it is unknown whether a process is running. The file must not be removed then.
 * (PostgreSQL itself would remove it, because it does not see processes in other containers.)
 */
async function expectClosed(place: ClusterLocation): Promise<void> {
  const pid = (await readProcessIdFile(place))?.pid ?? null
  if (pid === null) return
  throw new StartError(
    `${getProcessIdFile(place)} says that a PostgreSQL (process ${pid}) is at work there. If none is, in no container either, remove that file.`,
  )
}

/**
 * Sends a signal. SIGINT only goes to the server, which shuts its helper processes down in order. Without a running server, helper
 * processes get SIGQUIT instead.
 */
async function signalPresent(
  place: ClusterLocation,
  server: number | null,
  manner: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  const present = findLivingProcesses(place)
  if (manner === 'SIGINT' && server !== null && present.includes(server)) send(server, manner)
  else for (const pid of present) send(pid, manner === 'SIGINT' ? 'SIGQUIT' : manner)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH')) throw error
  }
}
