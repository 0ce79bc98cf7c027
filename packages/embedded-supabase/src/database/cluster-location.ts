import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { hasErrorCode, nullWhenMissing } from '../core/disk.ts'
import { StartError } from '../core/start-error.ts'
import { runProgram, type SystemAccount } from './run.ts'

export interface ClusterLocation {
  folder: string
  user: SystemAccount
  password: string
  /** True once a cluster was created in `folder`: from then on a missing cluster is an error. */
  isCreated: boolean
  recordFile: string
}

const placeRecord = v.object({
  password: v.string(),
  isCreated: v.optional(v.boolean(), false),
  /** A folder outside DATA_DIR, used when PostgreSQL's account cannot access DATA_DIR; null when the cluster is inside DATA_DIR. */
  folder: v.nullable(v.string()),
})
type PlaceRecord = v.InferOutput<typeof placeRecord>

/** The folder for clusters and binaries when only root may enter DATA_DIR. Unlike temporary folders it survives restarts. */
export const sharedSystemFolder =
  process.platform === 'darwin' ? '/usr/local/var/embedded-postgres' : '/var/lib/embedded-postgres'

/**
 * Returns the location of a data folder's cluster; decides it at the first start. It is `<dataDir>/postgres`, unless this process
 * is root and PostgreSQL's account cannot access that: then it is a new folder below `sharedSystemFolder`. `<dataDir>/postgres.json`,
 * which only its owner can read, stores the choice and the password.
 */
export async function findClusterLocation(dataDir: string): Promise<ClusterLocation> {
  const user = findPostgresAccount()
  const recordFile = join(dataDir, 'postgres.json')
  const inside = join(resolve(dataDir), 'postgres')
  const record = (await readRecord(recordFile)) ?? (await firstRecord(recordFile, inside, user))
  const { password, isCreated } = record
  const folder = record.folder ?? inside
  const place = { folder, user, password, isCreated, recordFile }
  await expectOwner(place)
  await prepareFolder(folder, user)
  if (await canUse(folder, user)) return place
  throw new StartError(
    `The database in ${folder} cannot be reached by the account ${user?.name ?? 'in use'}.`,
  )
}

/** Returns the recorded location of a data folder's cluster, or null when none has been recorded yet. Changes nothing. */
export async function readClusterLocation(
  dataDir: string,
): Promise<Pick<ClusterLocation, 'folder' | 'password' | 'isCreated'> | null> {
  const record = await readRecord(join(dataDir, 'postgres.json'))
  return record && { ...record, folder: record.folder ?? join(resolve(dataDir), 'postgres') }
}

export function clusterFolder(place: Pick<ClusterLocation, 'folder'>): string {
  return join(place.folder, 'cluster')
}

export function getProcessIdFile(place: Pick<ClusterLocation, 'folder'>): string {
  return join(clusterFolder(place), 'postmaster.pid')
}

export async function readProcessIdFile(
  place: Pick<ClusterLocation, 'folder'>,
): Promise<{ pid: number | null; port: number | null } | null> {
  const text = await readFile(getProcessIdFile(place), 'utf8').catch(nullWhenMissing)
  if (text === null) return null
  const [pid, , , port] = text.split('\n').map((line) => Number.parseInt(line, 10) || null)
  return { pid: pid ?? null, port: port ?? null }
}

/**
 * Checks who owns the cluster, because PostgreSQL refuses to run on another account's data. A person must decide whose it should
 * be, so nothing is changed.
 * @throws StartError when another account owns it
 */
async function expectOwner(place: ClusterLocation): Promise<void> {
  const wanted = place.user?.uid ?? process.getuid?.()
  const folder = clusterFolder(place)
  const found = await stat(folder).catch(nullWhenMissing)
  if (found === null || found.uid === wanted) return
  const owner = found.uid
  const [account, remedy] =
    place.user === null
      ? [`the one in use (${wanted})`, `Start the shop with account ${owner}`]
      : [
          `"${place.user.name}"`,
          `Start the shop with account ${owner}, or run: chown -R ${place.user.name} '${folder}'`,
        ]
  throw new StartError(
    `The database in ${folder} belongs to account ${owner} and not to ${account}, which would run it. ${remedy}`,
  )
}

/**
 * Records that the cluster was created completely. When its folder is empty later, the data was lost, and no new cluster is created
 * in its place.
 */
export async function recordCreatedFolder(place: ClusterLocation): Promise<void> {
  const record = await readRecord(place.recordFile)
  if (record !== null && !record.isCreated)
    await writeRecord(place.recordFile, { ...record, isCreated: true })
}

/** Writes the record, synced to disk before it takes effect: without the password in it the database would be lost. */
async function writeRecord(file: string, record: PlaceRecord): Promise<void> {
  const draft = await open(`${file}.new`, 'w', 0o600)
  await draft.writeFile(JSON.stringify(record))
  await draft.sync()
  await draft.close()
  await rename(`${file}.new`, file)
}

async function firstRecord(
  file: string,
  inside: string,
  user: SystemAccount,
): Promise<PlaceRecord> {
  await prepareFolder(inside, user)
  const isReached = await canUse(inside, user)
  if (!isReached) await createSharedSystemFolder()
  const name = randomBytes(8).toString('hex')
  const record = {
    password: randomBytes(24).toString('base64url'),
    isCreated: false,
    folder: isReached ? null : join(sharedSystemFolder, `data-${name}`),
  }
  await writeRecord(file, record)
  return record
}

/** Creates the folder. Sets its mode regardless of the umask, because other accounts must be able to enter it. */
export async function createSharedSystemFolder(): Promise<void> {
  await mkdir(sharedSystemFolder, { recursive: true })
  await chmod(sharedSystemFolder, 0o755)
}

async function prepareFolder(folder: string, user: SystemAccount): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (user === null) return
  await chmod(folder, 0o700)
  await chown(folder, user.uid, user.gid)
}

async function canUse(folder: string, user: SystemAccount): Promise<boolean> {
  const { failure } = await runProgram(
    '/bin/sh',
    ['-c', 'cd "$1" && test -w .', 'sh', folder],
    user,
  )
  return failure === null
}

async function readRecord(file: string): Promise<PlaceRecord | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    // EISDIR: Docker creates a folder in place of a missing file that it is told to mount.
    return hasErrorCode(error, 'EISDIR') ? '' : nullWhenMissing(error)
  })
  if (text === null) return null
  const record = v.safeParse(v.pipe(v.string(), v.parseJson(), placeRecord), text)
  if (record.success) return record.output
  throw new StartError(
    `${file} is broken, and with it the way into the database. Put it back from a backup.`,
  )
}

/**
 * Returns the account that PostgreSQL runs as when this process is root, because PostgreSQL refuses to: the first of these that
 * exists. Returns null when this process is not root.
 */
export function findPostgresAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = [numericId('-u', name), numericId('-g', name)]
    if (uid !== null && gid !== null) return { uid, gid, name }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody".',
  )
}

function numericId(flag: string, name: string): number | null {
  try {
    return Number(
      execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
