import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { BackendKeys } from '../core/keys.ts'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 hash under which a random token is stored. The token must have enough entropy of its own. */
export function hashSecret(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Returns an HMAC of `parts` that only this backend can compute: for values too short to be hashed plainly (codes, addresses), and
 * for values that must be reproducible.
 */
export function encryptSecret(keys: BackendKeys, purpose: string, ...parts: string[]): Buffer {
  const seal = createHmac('sha256', keys.secret).update(purpose)
  for (const part of parts) seal.update('\0').update(part)
  return seal.digest()
}

/** Returns a UUID with the format of a random one (version 4), made from these bytes. */
export function createUuidFrom(bytes: Buffer): string {
  const copy = Buffer.from(bytes.subarray(0, 16))
  copy.writeUInt8((copy.readUInt8(6) & 0x0f) | 0x40, 6)
  copy.writeUInt8((copy.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = copy.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
