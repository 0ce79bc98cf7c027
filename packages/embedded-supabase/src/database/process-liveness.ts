import { closeSync, constants, openSync, readdirSync, statSync, type Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode, syncFolder } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { runProgram } from './run.ts'

/**
 * Returns the path of a named pipe in the cluster's folder. Each process of the cluster holds the pipe open for reading from its
 * start (as descriptor `presenceDescriptor`), so the kernel can tell reliably whether any is alive, even in another container,
 * where process ids mean nothing. A clean shutdown removes the pipe.
 */
function presencePipe(place: ClusterLocation): string {
  return join(place.folder, 'presence')
}

const presenceDescriptor = 3

/** Returns `somebody` when a process of the cluster is alive, `nobody` when none is, and `unknown` without a pipe. */
export function getProcessLiveness(place: ClusterLocation): 'nobody' | 'somebody' | 'unknown' {
  const pipe = presencePipe(place)
  if (!look(pipe)?.isFIFO()) return 'unknown'
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
    return 'somebody'
  } catch (error) {
    if (hasErrorCode(error, 'ENXIO')) return 'nobody'
    throw error
  }
}

/**
 * Returns the ids of living processes of the cluster, as far as this process can see them; an empty list on systems without /proc.
 */
export function findLivingProcesses(place: ClusterLocation): number[] {
  const pipe = look(presencePipe(place))
  if (process.platform !== 'linux' || pipe === null) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const open = look(`/proc/${pid}/fd/${presenceDescriptor}`)
      return open?.isFIFO() === true && open.ino === pipe.ino && open.dev === pipe.dev
    })
    .map(Number)
}

export async function openLivenessFile(place: ClusterLocation): Promise<number> {
  const pipe = presencePipe(place)
  if (getProcessLiveness(place) === 'unknown') {
    await rm(pipe, { force: true, recursive: true })
    const { failure } = await runProgram('mkfifo', ['-m', '600', pipe], null)
    if (failure !== null) throw new StartError(`${pipe} could not be made: ${failure}`)
    // Syncs the folder, because a power cut could otherwise remove the pipe but keep files that PostgreSQL has written later. The
    // next start would then be refused, because it could not tell whether a process is still alive.
    await syncFolder(place.folder)
  }
  return openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
}

/**
 * Removes the pipe when no process of the cluster is alive, so that the folder of a stopped cluster only has regular files and can
 * be copied.
 */
export async function removeLivenessFile(place: ClusterLocation): Promise<void> {
  if (getProcessLiveness(place) === 'nobody') await rm(presencePipe(place))
}

/** Returns the status of a file, following the symbolic links in /proc, or null when it does not exist or is not accessible. */
function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH', 'EPERM', 'ENOTDIR'].some((code) => hasErrorCode(error, code)))
      return null
    throw error
  }
}
