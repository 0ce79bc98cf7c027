import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { BackendKeys } from '../core/keys.ts'

export function makeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token with enough randomness of its own is stored. */
export function hashSecret(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Returns a value that only this backend can derive from `parts`: for values that are too short to be hashed plainly (codes,
 * addresses) and for values that must be reproducible.
 */
export function encryptSecret(keys: BackendKeys, purpose: string, ...parts: string[]): Buffer {
  const seal = createHmac('sha256', keys.secret).update(purpose)
  for (const part of parts) seal.update('\0').update(part)
  return seal.digest()
}

/** An id of the form of a random one. */
export function createUuidFrom(bytes: Buffer): string {
  const copy = Buffer.from(bytes.subarray(0, 16))
  copy.writeUInt8((copy.readUInt8(6) & 0x0f) | 0x40, 6)
  copy.writeUInt8((copy.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = copy.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
