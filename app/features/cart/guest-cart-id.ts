import { isUuid } from '../../../domain/uuid.ts'
import { localStore } from '../browser/storage.ts'

export function readGuestCartId(): string | null {
  const id = localStore.get('guest_cart_id')
  return id !== null && isUuid(id) ? id.toLowerCase() : null
}

export function issueGuestCartId(): string {
  const id = randomUuid(crypto.getRandomValues(new Uint8Array(16)))
  localStore.set('guest_cart_id', id)
  return id
}

/** Returns a version 4 UUID made of 16 random bytes. crypto.randomUUID does not exist on pages without TLS. */
function randomUuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')
}
