import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { StartError } from '../core/start-error.ts'

/** OWASP's minimum parameters for scrypt (N = 2^17, r = 8, p = 1). Deriving a key with them briefly takes 128 MB of memory. */
const minimumCost: Cost = { N: 2 ** 17, r: 8, p: 1 }
const cipher = 'aes-256-gcm'

const schema = v.object({
  kdf: v.literal('scrypt'),
  N: v.pipe(v.number(), v.maxValue(2 ** 20)),
  r: v.pipe(v.number(), v.maxValue(32)),
  p: v.pipe(v.number(), v.maxValue(16)),
  cipher: v.literal(cipher),
  /** `salt` and the following fields are in base64. */
  salt: v.string(),
  iv: v.string(),
  tag: v.string(),
  sealed: v.string(),
})

/** Encrypts keys with a passphrase. Only tests pass a lower `cost`, for speed. */
export async function sealKeys(
  keys: Uint8Array,
  passphrase: string,
  cost = minimumCost,
): Promise<Buffer> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const sealing = createCipheriv(cipher, await keyOf(passphrase, salt, cost), iv)
  const sealed = Buffer.concat([sealing.update(keys), sealing.final()])
  const parts = { salt, iv, tag: sealing.getAuthTag(), sealed }
  const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])
  const fields = { kdf: 'scrypt', ...cost, cipher, ...Object.fromEntries(texts) }
  return Buffer.from(`${JSON.stringify(fields, null, 2)}\n`)
}

/** Decrypts keys. @throws StartError when the passphrase is wrong */
export async function openKeys(bytes: Uint8Array, passphrase: string): Promise<Buffer> {
  const { salt, iv, tag, sealed, ...used } = v.parse(schema, JSON.parse(String(Buffer.from(bytes))))
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), used)
  const opening = createDecipheriv(cipher, key, Buffer.from(iv, 'base64'), { authTagLength: 16 })
  opening.setAuthTag(Buffer.from(tag, 'base64'))
  const keys = opening.update(Buffer.from(sealed, 'base64'))
  try {
    return Buffer.concat([keys, opening.final()])
  } catch (error) {
    throw new StartError(
      'BACKUP_PASSPHRASE does not open the keys of this backup. Nothing was changed.',
      { cause: error },
    )
  }
}

interface Cost {
  N: number
  r: number
  p: number
}

async function keyOf(passphrase: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return derive(passphrase.normalize('NFC'), salt, 32, { N, r, p, maxmem: 256 * N * r })
}
