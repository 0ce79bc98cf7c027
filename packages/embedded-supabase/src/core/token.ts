import { type KeyObject, sign, verify } from 'node:crypto'
import { readObject } from './read-json.ts'

/** The claims of a Supabase access token; times are in seconds. */
export interface Claims {
  role: string
  sub?: string
  exp?: number
  iat?: number
  nbf?: number
  session_id?: string
  [name: string]: unknown
}

type TokenReading = { claims: Claims } | { problem: 'invalid' | 'expired' }
export type TokenReader = (token: string, nowMs: number) => TokenReading

const longestToken = 8192
const rememberedTokens = 2000
const tokenShape = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/

export function writeToken(key: KeyObject, kid: string, claims: Claims): string {
  const body = `${encode({ alg: 'ES256', kid, typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}

/**
 * Creates a verifier for tokens of one key. It accepts ES256 only, whatever a token's header says, and caches up to 2,000 verified
 * tokens. A cached token's expiry is checked each time.
 */
export function createTokenReader(key: KeyObject, kid: string): TokenReader {
  const known = new Map<string, Claims>()
  return function read(token, nowMs) {
    let claims = known.get(token)
    if (claims === undefined) {
      const verified = verifiedClaims(token, key, kid)
      if (verified === null) return { problem: 'invalid' }
      claims = verified
      const oldest = known.keys().next()
      if (known.size >= rememberedTokens && oldest.done !== true) known.delete(oldest.value)
      known.set(token, claims)
    }
    return judgeTime(claims, nowMs)
  }
}

function judgeTime(claims: Claims, nowMs: number): TokenReading {
  const now = nowMs / 1000
  if (typeof claims.exp !== 'number') return { problem: 'invalid' }
  if (claims.exp <= now) return { problem: 'expired' }
  if (claims.nbf !== undefined && claims.nbf > now) return { problem: 'invalid' }
  return { claims }
}

function verifiedClaims(token: string, key: KeyObject, kid: string): Claims | null {
  if (token.length > longestToken || !tokenShape.test(token)) return null
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = decode(head)
  if (header === null || header.alg !== 'ES256' || 'crit' in header) return null
  if (header.kid !== undefined && header.kid !== kid) return null
  const proof = Buffer.from(signature, 'base64url')
  const signed = Buffer.from(`${head}.${body}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, proof)) return null
  const claims = decode(body)
  return claims !== null && typeof claims.role === 'string'
    ? { ...claims, role: claims.role }
    : null
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): Record<string, unknown> | null {
  return readObject(Buffer.from(part, 'base64url').toString('utf8'))
}
