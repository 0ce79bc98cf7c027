import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasErrorCode } from './disk.ts'
import { StartError } from './start-error.ts'

interface SecretFile<T> {
  file: string
  /** Returns the secrets from parsed JSON, or null when they are invalid. */
  parse: (value: unknown) => T | null
  create: () => Promise<T>
}

/**
 * Reads secrets from a file that only its owner may read; creates the file at the first start.
 * @throws StartError when the file is damaged
 */
export async function loadSecretFile<T>({ file, parse, create }: SecretFile<T>): Promise<T> {
  // The folder is created first, because an error about the folder says more than one about the file.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const known = await readSecretFile(file, parse)
  if (known === null) await writeSecretFile(file, JSON.stringify(await create(), null, 2))
  const secrets = known ?? (await readSecretFile(file, parse))
  if (secrets === null) throw new StartError(`${file} was removed while it was read.`)
  await removeTemporaryFiles(file)
  return secrets
}

async function readSecretFile<T>(file: string, parse: SecretFile<T>['parse']): Promise<T | null> {
  try {
    const secrets = parse(JSON.parse(await readFile(file, 'utf8')))
    if (secrets !== null) return secrets
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null
    // EISDIR: Docker creates a folder in place of a missing file that it is told to mount.
    if (!(error instanceof SyntaxError) && !hasErrorCode(error, 'EISDIR')) throw error
  }
  throw new StartError(
    `${file} is broken. Put it back from a backup, or remove it: new keys are made then, and everybody has to sign in again.`,
  )
}

/**
 * Writes a new file completely or not at all, even in a power cut. An existing file is kept, so of several processes the first one
 * wins.
 */
export async function writeSecretFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // The name is random, because processes in two containers may have the same process id.
  const temporaryFile = `${file}.draft-${randomBytes(6).toString('hex')}`
  const handle = await open(temporaryFile, 'wx', 0o600)
  await handle.writeFile(content)
  await handle.sync()
  await handle.close()
  await link(temporaryFile, file).catch((error: unknown) => {
    // ENOENT: another process was faster, and has already removed this temporary file.
    if (!hasErrorCode(error, 'EEXIST') && !hasErrorCode(error, 'ENOENT')) throw error
  })
}

const temporaryEnding = /\.draft-[0-9a-f]{12}$/

/** Removes the temporary file of this process, and those of processes that were killed while writing. */
export async function removeTemporaryFiles(file: string): Promise<void> {
  const names = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && temporaryEnding.test(name),
  )
  await Promise.all(names.map((name) => rm(join(dirname(file), name), { force: true })))
}
