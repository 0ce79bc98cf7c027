import { closeSync, constants, openSync, readdirSync, statSync, type Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode, syncFolder } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { run } from './run.ts'

/**
 * A named pipe beside the cluster. Each process that works there has its reading end open from birth (as the descriptor
 * `presenceDescriptor`), and the kernel knows whether any process has: across containers, where process ids say nothing, and
 * without mistake. The pipe is removed by a clean end.
 */
function presencePipe(place: ClusterLocation): string {
  return join(place.folder, 'presence')
}

const presenceDescriptor = 3

/** Returns `unknown` when there is no pipe. */
export function getProcessLiveness(place: ClusterLocation): 'nobody' | 'somebody' | 'unknown' {
  const pipe = presencePipe(place)
  if (!look(pipe)?.isFIFO()) return 'unknown'
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
    return 'somebody'
  } catch (error) {
    if (isCode(error, 'ENXIO')) return 'nobody'
    throw error
  }
}

/** The processes among them that this one can see; none on systems without /proc. */
export function isVisiblyAlive(place: ClusterLocation): number[] {
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
    const { failure } = await run('mkfifo', ['-m', '600', pipe], null)
    if (failure !== null) throw new StartError(`${pipe} could not be made: ${failure}`)
    // Synced, because a power cut must not remove the pipe and keep files that PostgreSQL writes after it.
    await syncFolder(place.folder)
  }
  return openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
}

/** Removes the pipe once no process is present, so that a folder at rest holds files alone and is easily copied. */
export async function removeLivenessFile(place: ClusterLocation): Promise<void> {
  if (getProcessLiveness(place) === 'nobody') await rm(presencePipe(place))
}

/** Follows links, which `/proc` shows; returns null when the file does not exist or may not be read. */
function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ESRCH', 'EPERM', 'ENOTDIR'].some((code) => isCode(error, code)))
      return null
    throw error
  }
}
