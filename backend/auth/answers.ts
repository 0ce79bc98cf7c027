import type { WireResponse } from '../wire.ts'

const personal = { 'cache-control': 'private, no-store' }

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): WireResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...personal, ...headers },
    body: JSON.stringify(body),
  }
}

export function empty(status: number, headers: Record<string, string> = {}): WireResponse {
  return { status, headers: { ...personal, ...headers }, body: null }
}

/** Sends a browser on. The target may carry a session, so it is neither cached nor told to anyone. */
export function seeOther(target: string): WireResponse {
  return empty(303, { location: target, 'referrer-policy': 'no-referrer' })
}
