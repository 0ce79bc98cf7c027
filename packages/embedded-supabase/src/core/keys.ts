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

/** Keys of the API: the two that every call sends in `apikey`, and the key pair that signs users' tokens. */
export interface BackendKeys {
  publishable: string
  secret: string
  jwt: { privateJwk: JsonWebKey; publicJwk: JsonWebKey; kid: string }
}

export type CallerRole = 'anon' | 'authenticated' | 'service_role'

/** The caller of a request. Row level security sees `claims`, which always has `role`. */
export interface Caller {
  role: CallerRole
  claims: Claims
}

/** Why a call is refused before anything is looked at; `status` is 401. */
interface Refusal {
  status: 401
  /** `key`: the apikey is missing or unknown. `token`: the Bearer token is bad. */
  what: 'key' | 'token'
  /** The body, worded as the API gateway (`key`) or PostgREST (`token`) does. */
  body: { message: string; hint: string | null; code?: string; details?: null }
}

export type Resolution = { caller: Caller } | { refusal: Refusal }

interface OpenedKeys {
  publishable: Buffer
  secret: Buffer
  privateKey: KeyObject
  read: TokenReader
}

const roles: readonly unknown[] = ['anon', 'authenticated', 'service_role'] satisfies CallerRole[]
/** A caller who is not signed in. Like the next, it is one shared object, so that code that handles claims can recognise it. */
export const anonymousCaller: Caller = { role: 'anon', claims: Object.freeze({ role: 'anon' }) }
const service: Caller = { role: 'service_role', claims: Object.freeze({ role: 'service_role' }) }
const opened = new WeakMap<BackendKeys, OpenedKeys>()

/** Makes new keys. They belong in a file that only the owner reads. */
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

/** Returns true when tokens signed with the keys verify: in a damaged file the parts may no longer match. */
export function isValidKeyPair(keys: BackendKeys): boolean {
  try {
    return 'claims' in verifyToken(keys, signToken(keys, { ...anonymousCaller.claims, exp: 1 }), 0)
  } catch (error) {
    // A value that is not a key cannot be imported.
    if (error instanceof Error) return false
    throw error
  }
}

/**
 * The claims of a token that these keys signed and that is valid at `nowMs` (ms since 1970), or why not.
 * Verified tokens are remembered for a while, so that a busy session costs one signature check.
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

/** The JSON Web Key Set that clients verify tokens against. */
export function publicKeySet(keys: BackendKeys): { keys: JsonWebKey[] } {
  const { kty, crv, x, y } = keys.jwt.publicJwk
  return {
    keys: [{ kty, crv, x, y, kid: keys.jwt.kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
  }
}

/**
 * Identifies the caller of a request. `headers` have lower-case names. `apikey` must be one of the two keys; a Bearer token that
 * is not that same key must be valid, and its role then counts.
 */
export function resolveCaller(
  keys: BackendKeys,
  headers: Record<string, string | undefined>,
  nowMs: number,
): Resolution {
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

function refuse(what: Refusal['what'], body: Refusal['body']): Resolution {
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
