import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type BackendKeys, generateKeys } from '../backend/keys.ts'

/** What the shop makes up for itself at its first start. */
export interface Secrets extends BackendKeys {
  /** Opens the sandbox from elsewhere. */
  sandboxToken: string
  /** Stand in for the payment provider's while no account is configured. */
  stripe: { secretKey: string; webhookSecret: string }
}

/** Reads the secrets of a data folder, or makes them once, readable by their owner only. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const known = await readSecrets(file)
  if (known) return known
  const secrets: Secrets = {
    ...(await generateKeys()),
    sandboxToken: randomBytes(18).toString('base64url'),
    stripe: {
      secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
      webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    },
  }
  await writeOnce(file, JSON.stringify(secrets, null, 2))
  return (await readSecrets(file)) ?? secrets
}

async function readSecrets(file: string): Promise<Secrets | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Whole or not at all, also when the power goes in the middle; whoever comes first wins. */
async function writeOnce(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  await handle.writeFile(content)
  await handle.sync()
  await handle.close()
  await link(draft, file).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  await unlink(draft)
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
