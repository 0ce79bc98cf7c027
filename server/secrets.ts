import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { isCode } from '../packages/embedded-supabase/src/core/disk.ts'
import {
  areSound,
  type BackendKeys,
  generateKeys,
} from '../packages/embedded-supabase/src/core/keys.ts'
import { StartError } from '../packages/embedded-supabase/src/core/start-error.ts'

export interface Secrets extends BackendKeys {
  sandboxToken: string
  /** Keys of the payment sandbox, used while no account of the payment provider is configured. */
  stripe: { secretKey: string; webhookSecret: string }
}

const secret = v.pipe(v.string(), v.nonEmpty())
const jwk = v.looseObject({ kty: v.string() })
const schema = v.pipe(
  v.object({
    publishable: secret,
    secret,
    jwt: v.object({ privateJwk: jwk, publicJwk: jwk, kid: secret }),
    sandboxToken: secret,
    stripe: v.object({ secretKey: secret, webhookSecret: secret }),
  }),
  v.check((secrets) => areSound(secrets)),
)

/**
 * Reads the secrets, or creates them at the first start in a file that only its owner may read.
 * @throws StartError when the file is broken
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const known = await readSecrets(file)
  if (known === null) await writeOnce(file, JSON.stringify(await makeSecrets(), null, 2))
  const secrets = known ?? (await readSecrets(file))
  if (secrets === null) throw new StartError(`${file} was removed while the shop started.`)
  await removeDrafts(file)
  return secrets
}

/**
 * Restores the secrets of a backup, byte for byte.
 * @throws StartError when the content is broken, or the file has other secrets
 */
export async function restoreSecrets(file: string, content: Buffer): Promise<void> {
  const text = content.toString('utf8')
  if (!v.is(schema, JSON.parse(text))) throw new StartError('The keys in the backup are broken.')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeOnce(file, text)
  if ((await readFile(file, 'utf8')) !== text)
    throw new StartError(
      `${file} has other keys. Move it away, or restore without BACKUP_PASSPHRASE.`,
    )
  await removeDrafts(file)
}

async function makeSecrets(): Promise<Secrets> {
  return {
    ...(await generateKeys()),
    sandboxToken: randomBytes(18).toString('base64url'),
    stripe: {
      secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
      webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    },
  }
}

async function readSecrets(file: string): Promise<Secrets | null> {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(await readFile(file, 'utf8')))
    if (success) return output
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    // EISDIR: Docker creates a folder in place of a missing file that is to be mounted.
    if (!(error instanceof SyntaxError) && !isCode(error, 'EISDIR')) throw error
  }
  throw new StartError(
    `${file} is broken. Put it back from a backup, or remove it: new keys are made then, and everybody has to sign in again.`,
  )
}

/** Writes a new file completely or not at all, even if the power fails. An existing file is kept: the first process wins. */
async function writeOnce(file: string, content: string): Promise<void> {
  // A random name, since two containers may share a process id.
  const draft = `${file}.draft-${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  await handle.writeFile(content)
  await handle.sync()
  await handle.close()
  await link(draft, file).catch((error: unknown) => {
    // ENOENT: another process was first, and has removed our draft.
    if (!isCode(error, 'EEXIST') && !isCode(error, 'ENOENT')) throw error
  })
}

const draftEnding = /\.draft-[0-9a-f]{12}$/

/** Removes this process's draft, and those left by processes that were killed half-way. */
async function removeDrafts(file: string): Promise<void> {
  const drafts = (await readdir(dirname(file))).filter(
    (name) => name.startsWith(`${basename(file)}.`) && draftEnding.test(name),
  )
  await Promise.all(drafts.map((name) => rm(join(dirname(file), name), { force: true })))
}
