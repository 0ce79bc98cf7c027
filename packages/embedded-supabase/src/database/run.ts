import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'

/** The system account that PostgreSQL runs as; null for the account of this process. */
export type SystemAccount = { uid: number; gid: number; name: string } | null

export function getSpawnOptions(user: SystemAccount): SpawnOptions {
  // The child process gets a minimal environment, because this process's environment holds secrets.
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  return { ...(user && { uid: user.uid, gid: user.gid }), cwd: '/', env }
}

export async function runProgram(
  command: string,
  args: string[],
  user: SystemAccount,
): Promise<{ failure: string | null }> {
  const child = spawn(command, args, {
    ...getSpawnOptions(user),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { failure: await getErrorOutput(child) }
}

/** Waits until a process ends. Resolves to null on success, else to its error output in one line. */
export function getErrorOutput(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) =>
      resolve(
        code === 0 ? null : oneLine(said) || `${child.spawnfile} ended with ${code ?? signal}`,
      ),
    )
  })
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ')
}
