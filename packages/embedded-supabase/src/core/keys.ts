import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { createTokenReader, type Claims, type TokenReader, writeToken } from './token.ts'

/**
 * Keys of the API: `publishable` and `secret`, one of which every request sends as `apikey`, and the key pair that signs access
 * tokens.
 */
export interface BackendKeys {
  publishable: string
  secret: string
  jwt: { privateJwk: JsonWebKey; publicJwk: JsonWebKey; kid: string }
}

export type CallerRole = 'anon' | 'authenticated' | 'service_role'

/** The caller of a request. Row level security policies see `claims`, which always includes `role`. */
export interface Caller {
  role: CallerRole
  claims: Claims
}

/** The reason for refusing a request before it is handled. */
interface Refusal {
  status: 401
  /** `key`: the apikey is missing or unknown. `token`: the Bearer token is invalid or expired. */
  what: 'key' | 'token'
  /** The response body, worded as by Supabase's API gateway (for `key`) or by PostgREST (for `token`). */
  body: { message: string; hint: string | null; code?: string; details?: null }
}

export type CallerResolution = { caller: Caller } | { refusal: Refusal }

interface OpenedKeys {
  publishable: Buffer
  secret: Buffer
  privateKey: KeyObject
  read: TokenReader
}

const roles: readonly unknown[] = ['anon', 'authenticated', 'service_role'] satisfies CallerRole[]
/** The caller of a request without an access token. It is one shared object, so that code can compare by identity. */
export const anonymousCaller: Caller = { role: 'anon', claims: Object.freeze({ role: 'anon' }) }
const service: Caller = { role: 'service_role', claims: Object.freeze({ role: 'service_role' }) }
const opened = new WeakMap<BackendKeys, OpenedKeys>()

/** Generates new keys. They must be stored in a file that only its owner can read. */
export async function generateKeys(): Promise<BackendKeys> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publishable: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret: `sb_secret_${randomBytes(32).toString('base64url')}`,
    jwt: {
      privateJwk: pair.privateKey.export({ format: 'jwk' }),
      publicJwk: pair.publicKey.export({ format: 'jwk' }),
      kid: randomUUID(),
    },
  }
}

/** Signs an access token (ES256). `claims.exp` and `claims.iat` are in seconds. */
export function signToken(keys: BackendKeys, claims: Claims): string {
  return writeToken(open(keys).privateKey, keys.jwt.kid, claims)
}

/** Returns true when tokens signed with the private key verify with the public key, which a damaged file may not ensure. */
export function isValidKeyPair(keys: BackendKeys): boolean {
  try {
    return 'claims' in verifyToken(keys, signToken(keys, { ...anonymousCaller.claims, exp: 1 }), 0)
  } catch (error) {
    // Importing a value that is not a key throws an Error.
    if (error instanceof Error) return false
    throw error
  }
}

/**
 * Returns the claims of a token that these keys have signed and that is valid at `nowMs` (milliseconds since 1970), or the reason
 * for refusing it. Verified tokens are cached, so a session's signature is checked once and not per request.
 */
export function verifyToken(
  keys: BackendKeys,
  token: string,
  nowMs: number,
): { claims: Claims; role: CallerRole } | { problem: 'invalid' | 'expired' } {
  const reading = open(keys).read(token, nowMs)
  if ('problem' in reading) return reading
  const role = reading.claims.role
  return isRole(role) ? { claims: reading.claims, role } : { problem: 'invalid' }
}

/** Returns the JSON Web Key Set with which clients verify tokens. */
export function publicKeySet(keys: BackendKeys): { keys: JsonWebKey[] } {
  const { kty, crv, x, y } = keys.jwt.publicJwk
  return {
    keys: [{ kty, crv, x, y, kid: keys.jwt.kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  }
}

/**
 * Identifies the caller of a request from its headers, whose names are in lower case. `apikey` must be one of the two keys. A
 * Bearer token that differs from `apikey` must be valid, and determines the role.
 */
export function resolveCaller(
  keys: BackendKeys,
  headers: Record<string, string | undefined>,
  nowMs: number,
): CallerResolution {
  const { apikey = '', authorization = '' } = headers
  if (apikey === '') {
    const hint = 'No `apikey` request header was found.'
    return refuse('key', { message: 'No API key found in request', hint })
  }
  const caller = callerOfKey(open(keys), apikey)
  if (caller === null) {
    const hint = 'Double check the publishable or secret key of this project.'
    return refuse('key', { message: 'Invalid API key', hint })
  }
  const bearer = /^bearer +(.*)$/i.exec(authorization)?.[1]?.trim()
  if (bearer === undefined || bearer === apikey) return { caller }
  const verified = verifyToken(keys, bearer, nowMs)
  if ('claims' in verified) return { caller: verified }
  const [code, message] =
    verified.problem === 'expired'
      ? ['PGRST303', 'JWT expired']
      : ['PGRST301', 'No suitable key or wrong key type']
  return refuse('token', { code, message, details: null, hint: null })
}

function refuse(what: Refusal['what'], body: Refusal['body']): CallerResolution {
  return { refusal: { status: 401, what, body } }
}

function callerOfKey(keys: OpenedKeys, apikey: string): Caller | null {
  const given = digest(apikey)
  if (timingSafeEqual(given, keys.publishable)) return anonymousCaller
  return timingSafeEqual(given, keys.secret) ? service : null
}

function open(keys: BackendKeys): OpenedKeys {
  const known = opened.get(keys)
  if (known !== undefined) return known
  const publicKey = createPublicKey({ key: keys.jwt.publicJwk, format: 'jwk' })
  const fresh: OpenedKeys = {
    publishable: digest(keys.publishable),
    secret: digest(keys.secret),
    privateKey: createPrivateKey({ key: keys.jwt.privateJwk, format: 'jwk' }),
    read: createTokenReader(publicKey, keys.jwt.kid),
  }
  opened.set(keys, fresh)
  return fresh
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

function isRole(value: unknown): value is CallerRole {
  return roles.includes(value)
}
