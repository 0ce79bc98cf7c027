import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { StartError } from '../core/start-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { openLivenessFile } from './process-liveness.ts'
import { getSpawnOptions } from './run.ts'

interface Program {
  command: string
  args: string[]
  /**
   * The action when this process dies before the program: PostgreSQL's fast shutdown of the program, or SIGKILL for the program and
   * all its children.
   */
  onParentDeath: 'shut down' | 'kill'
  input?: string
}

// Both scripts wait for a first line, which is written once the watchdog is running. If this process dies before, the line never
// comes and they exit.
const execWithoutStdin = 'read -r start || exit; exec "$@" </dev/null'
// The pipe from `cat` belongs to the account that the child runs as, so the program may open it by its name, /dev/stdin.
const execWithStdin = 'read -r start || exit; cat | "$@"'

/**
 * Starts a program as the cluster's account, in a process group of its own, so that Ctrl-C only reaches this process. The program
 * and its children hold the liveness file open, and do not outlive this process: a watchdog, a small shell, ends them when its pipe
 * from this process closes. The program only runs once the watchdog does. Its error output is on `stderr`.
 * @throws StartError when the system can start no more processes
 */
export async function spawnChild(place: ClusterLocation, program: Program): Promise<ChildProcess> {
  const presence = await openLivenessFile(place)
  try {
    return await startWatched(place, program, presence)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`${program.command} could not be started: ${reason}`, { cause: error })
  } finally {
    // Closes this process's own descriptor, which would make it count as a process of the cluster.
    closeSync(presence)
  }
}

async function startWatched(
  place: ClusterLocation,
  program: Program,
  presence: number,
): Promise<ChildProcess> {
  const child = start(place, program, presence)
  await once(child, 'spawn')
  try {
    await watch(child, program.onParentDeath, place)
  } catch (error) {
    // The child is still the shell that waits for its first line, so it can be killed at once.
    child.kill('SIGKILL')
    throw error
  }
  write(child, `\n${program.input ?? ''}`)
  return child
}

function start(
  place: ClusterLocation,
  { command, args, input }: Program,
  presence: number,
): ChildProcess {
  const script = input === undefined ? execWithoutStdin : execWithStdin
  return spawn('/bin/sh', ['-c', script, 'sh', command, ...args], {
    ...getSpawnOptions(place.user),
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', presence],
  })
}

async function watch(
  child: ChildProcess,
  whenWeDie: Program['onParentDeath'],
  place: ClusterLocation,
): Promise<void> {
  const pid = Number(child.pid)
  const kill = whenWeDie === 'kill' ? ['-KILL', String(-pid)] : ['-INT', String(pid)]
  const watchdog = spawn('/bin/sh', ['-c', 'read -r ended || kill "$1" "$2"', 'sh', ...kill], {
    ...getSpawnOptions(place.user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.once('exit', () => write(watchdog, '\n'))
  await once(watchdog, 'spawn')
}

function write({ stdin }: ChildProcess, text: string): void {
  // EPIPE: the reading process was killed, which is reported elsewhere.
  stdin?.on('error', () => undefined)
  stdin?.end(text)
}
