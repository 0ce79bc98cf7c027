import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { BackendKeys } from '../keys.ts'
import { readObject } from '../read-json.ts'
import type { Owner } from './caller.ts'
import { fault } from './errors.ts'

/** What the bearer of a signed address may do with one object, whoever he is. */
export type Grant = { scope: 'download' } | { scope: 'upload'; upsert: boolean; owner: Owner }

export interface UrlSigner {
  /** @param lifetime s */
  sign: (object: string, grant: Grant, lifetime: number) => string
  /** @throws ApiError InvalidJWT, InvalidSignature or ExpiredToken */
  verify: <Scope extends Grant['scope']>(
    token: string,
    object: string,
    scope: Scope,
  ) => Verified<Scope>
}

/** `exp` is in s since 1970. */
type Verified<Scope> = Extract<Grant, { scope: Scope }> & { exp: number }

const header = encode({ alg: 'HS256', typ: 'JWT' })
const longestToken = 8192

/**
 * JSON Web Tokens for one object each, `<bucket>/<name>`. Their secret comes of the one that signs people's tokens and is
 * another, so that neither can stand for the other.
 */
export function createUrlSigner(keys: BackendKeys, clock: () => number): UrlSigner {
  const secret = Buffer.from(
    hkdfSync('sha256', keys.jwt.privateJwk.d ?? '', '', 'storage urls', 32),
  )
  const proofOf = (text: string) => createHmac('sha256', secret).update(text).digest()

  function claimsOf(token: string): Record<string, unknown> {
    const [head = '', body = '', proof = '', ...more] = token.split('.')
    const given = Buffer.from(proof, 'base64url')
    const expected = proofOf(`${head}.${body}`)
    const isGenuine =
      token.length <= longestToken &&
      more.length === 0 &&
      head === header &&
      given.length === expected.length &&
      timingSafeEqual(given, expected)
    const claims = isGenuine ? readObject(Buffer.from(body, 'base64url').toString()) : null
    if (claims === null) throw fault('InvalidJWT')
    return claims
  }

  return {
    sign: (object, grant, lifetime) => {
      const iat = Math.floor(clock() / 1000)
      const text = `${header}.${encode({ url: object, ...grant, iat, exp: iat + lifetime })}`
      return `${text}.${proofOf(text).toString('base64url')}`
    },
    verify: (token, object, scope) => {
      const claims = claimsOf(token)
      if (!isFor(claims, scope) || claims['url'] !== object) throw fault('InvalidSignature')
      if (claims.exp * 1000 <= clock()) throw fault('ExpiredToken')
      return claims
    },
  }
}

/** What is signed by us is of our making. */
function isFor<Scope extends Grant['scope']>(
  claims: Record<string, unknown>,
  scope: Scope,
): claims is Record<string, unknown> & Verified<Scope> {
  return claims['scope'] === scope
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
