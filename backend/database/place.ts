import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { run, type RunAs } from './run.ts'

/** Where a cluster lies, who runs it and its owner's password. */
export interface Place {
  /** The folder that holds the cluster (`cluster/`) and belongs to `user`. */
  folder: string
  user: RunAs
  password: string
  /** Whether a cluster was made there before: then one has to be there. */
  isCreated: boolean
  /** `<dataDir>/postgres.json` */
  recordFile: string
}

interface PlaceRecord {
  password: string
  /** Absent until the cluster is whole. */
  isCreated?: boolean
  /** The folder outside DATA_DIR that is used because the database's account cannot reach DATA_DIR; null: inside. */
  folder: string | null
}

/** Root's stand-ins for folders that only root may enter. They survive restarts, unlike temporary folders. */
export const outsideFolder =
  process.platform === 'darwin' ? '/usr/local/var/embedded-postgres' : '/var/lib/embedded-postgres'

/**
 * Finds, or settles at the first start, where the cluster of a data folder lies. It is `<dataDir>/postgres`, unless
 * we are root and the account that PostgreSQL steps down to cannot get there: then it is a folder of its own under
 * `outsideFolder`. `<dataDir>/postgres.json` keeps the choice and the password, for its owner's eyes only.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  const user = steppedDownUser()
  const recordFile = join(dataDir, 'postgres.json')
  const known = await readRecord(recordFile)
  const inside = join(resolve(dataDir), 'postgres')
  if (known !== null) {
    const folder = known.folder ?? inside
    await prepareFolder(folder, user)
    const { password, isCreated = false } = known
    if (await canUse(folder, user)) return { folder, user, password, isCreated, recordFile }
    throw new Error(
      `The database in ${folder} cannot be reached by the account ${user?.name ?? 'in use'}.`,
    )
  }
  const record = {
    password: randomBytes(24).toString('base64url'),
    folder: await chooseFolder(inside, user),
  }
  await writeRecord(recordFile, record)
  return {
    folder: record.folder ?? inside,
    user,
    password: record.password,
    isCreated: false,
    recordFile,
  }
}

/** Notes that the cluster is whole. A folder that is empty later has lost it, and is not filled anew in silence. */
export async function noteCreated(place: Place): Promise<void> {
  const record = await readRecord(place.recordFile)
  if (record !== null && !record.isCreated)
    await writeRecord(place.recordFile, { ...record, isCreated: true })
}

async function writeRecord(file: string, record: PlaceRecord): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

async function chooseFolder(inside: string, user: RunAs): Promise<string | null> {
  await prepareFolder(inside, user)
  if (await canUse(inside, user)) return null
  const name = createHash('sha256')
    .update(inside)
    .update(randomBytes(16))
    .digest('hex')
    .slice(0, 16)
  await makeOutsideFolder()
  const outside = join(outsideFolder, `data-${name}`)
  await prepareFolder(outside, user)
  if (await canUse(outside, user)) return outside
  throw new Error(
    `PostgreSQL, as ${user?.name ?? 'this account'}, can use neither ${inside} nor ${outside}.`,
  )
}

/** Whatever the umask: others have to pass through it. */
export async function makeOutsideFolder(): Promise<void> {
  await mkdir(outsideFolder, { recursive: true })
  await chmod(outsideFolder, 0o755)
}

async function prepareFolder(folder: string, user: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true })
  if (user === null) return
  await chmod(folder, 0o700)
  await chown(folder, user.uid, user.gid)
}

async function canUse(folder: string, user: RunAs): Promise<boolean> {
  const { failure } = await run('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], user)
  return failure === null
}

async function readRecord(file: string): Promise<PlaceRecord | null> {
  try {
    const record: PlaceRecord = JSON.parse(await readFile(file, 'utf8'))
    return record
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** PostgreSQL refuses to run as root; the first of these accounts that the machine has runs it then. */
function steppedDownUser(): RunAs {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [uid, gid] = [numericId('-u', name), numericId('-g', name)]
    if (uid !== null && gid !== null) return { uid, gid, name }
  }
  throw new Error(
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
