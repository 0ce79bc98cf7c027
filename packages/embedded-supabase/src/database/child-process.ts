import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync } from 'node:fs'
import { StartError } from '../core/start-error.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { openLivenessFile } from './process-liveness.ts'
import { asUser } from './run.ts'

interface Program {
  command: string
  args: string[]
  /** The way to end it when this process dies first: PostgreSQL's fast shutdown, or killing it and all its children at once. */
  onParentDeath: 'shut down' | 'kill'
  input?: string
}

// Both wait for a first line, by which the watchdog is at its post; without one we have died meanwhile.
const execWithoutStdin = 'read -r start || exit; exec "$@" </dev/null'
// A pipe made here can be opened by its name, /dev/stdin, by the account that we stepped down to.
const execWithStdin = 'read -r start || exit; cat | "$@"'

/**
 * Runs a program as the place's account, in a process group of its own, so that Ctrl-C reaches us alone. It and its
 * children count as present in the place, and do not outlive us: when we die, the pipe to a little shell closes, which
 * then ends them. Without that shell it is not run. Its complaints are on `stderr`.
 * @throws StartError when the system has no room for them
 */
export async function spawnChild(place: ClusterLocation, program: Program): Promise<ChildProcess> {
  const presence = await openLivenessFile(place)
  try {
    return await startWatched(place, program, presence)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`${program.command} could not be started: ${reason}`, { cause: error })
  } finally {
    // Else we would count as present.
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
    // Until then the child is only the shell that waits for its first line.
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
    ...asUser(place.user),
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
    ...asUser(place.user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.once('exit', () => write(watchdog, '\n'))
  await once(watchdog, 'spawn')
}

function write({ stdin }: ChildProcess, text: string): void {
  // The reader has been killed, which is reported elsewhere.
  stdin?.on('error', () => undefined)
  stdin?.end(text)
}
