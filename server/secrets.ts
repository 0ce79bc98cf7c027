import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import {
  isValidKeyPair,
  type BackendKeys,
  generateKeys,
  keySchemaEntries,
  loadSecretFile,
  removeTemporaryFiles,
  writeSecretFile,
  StartError,
} from '../packages/embedded-supabase/src/core.ts'

export interface Secrets extends BackendKeys {
  sandboxToken: string
  /** Keys of the payment sandbox, used while no account of the payment provider is configured. */
  stripe: { secretKey: string; webhookSecret: string }
}

const secret = v.pipe(v.string(), v.nonEmpty())
const schema = v.pipe(
  v.object({
    ...keySchemaEntries,
    sandboxToken: secret,
    stripe: v.object({ secretKey: secret, webhookSecret: secret }),
  }),
  v.check((secrets) => isValidKeyPair(secrets)),
)

/**
 * Reads the secrets, or creates them at the first start in a file that only its owner may read.
 * @throws StartError when the file is broken
 */
export function loadSecrets(file: string): Promise<Secrets> {
  return loadSecretFile<Secrets>({
    file,
    parse: (value) => {
      const { success, output } = v.safeParse(schema, value)
      return success ? output : null
    },
    create: makeSecrets,
  })
}

/**
 * Restores the secrets of a backup, byte for byte.
 * @throws StartError when the content is broken, or the file has other secrets
 */
export async function restoreSecrets(file: string, content: Buffer): Promise<void> {
  const text = content.toString('utf8')
  if (!v.is(schema, JSON.parse(text))) throw new StartError('The keys in the backup are broken.')
  await writeSecretFile(file, text)
  if ((await readFile(file, 'utf8')) !== text)
    throw new StartError(
      `${file} has other keys. Move it away, or restore without BACKUP_PASSPHRASE.`,
    )
  await removeTemporaryFiles(file)
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
