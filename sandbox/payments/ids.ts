import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id in the provider's manner: `pi_3kTq…`. */
export function newId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(24), (byte) => letters[byte % letters.length]).join('')}`
}

export function hmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
