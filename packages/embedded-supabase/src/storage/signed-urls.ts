import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { BackendKeys } from '../core/keys.ts'
import { readObject } from '../core/read-json.ts'
import { createStorageError } from './errors.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })
const longestToken = 8192

/**
 * Creates and verifies the tokens of signed URLs. Each is a JSON Web Token that grants its bearer access to one object,
 * `<bucket>/<name>`. The secret is derived from the key that signs users' tokens but differs from it, so neither kind of token can
 * be used as the other.
 */
export function createUrlSigner({ jwt }: BackendKeys, clock: () => number) {
  const secret = Buffer.from(hkdfSync('sha256', jwt.privateJwk.d ?? '', '', 'storage urls', 32))
  const proofOf = (body: string) =>
    createHmac('sha256', secret).update(`${header}.${body}`).digest()

  return {
    /** Creates a token. @param lifetime seconds until it expires */
    sign(url: string, grant: object, lifetime: number): string {
      const body = encode({ ...grant, url, exp: Math.floor(clock() / 1000) + lifetime })
      return `${header}.${body}.${proofOf(body).toString('base64url')}`
    },
    /** Verifies a token. @throws ApiError InvalidJWT, ExpiredToken, or InvalidSignature when it is for another object or purpose */
    verify<Grant>(token: string, url: string, grant: v.GenericSchema<unknown, Grant>): Grant {
      const [head, body = '', proof = '', ...more] = token.slice(0, longestToken).split('.')
      const [given, expected] = [Buffer.from(proof, 'base64url'), proofOf(body)]
      const isWhole = head === header && more.length === 0 && given.length === expected.length
      if (!isWhole || !timingSafeEqual(given, expected)) throw createStorageError('InvalidJWT')
      const claims = readObject(Buffer.from(body, 'base64url').toString())
      const { success, output } = v.safeParse(grant, claims)
      if (!success || claims?.['url'] !== url) throw createStorageError('InvalidSignature')
      if (Number(claims['exp']) * 1000 <= clock()) throw createStorageError('ExpiredToken')
      return output
    },
  }
}

export type UrlSigner = ReturnType<typeof createUrlSigner>
