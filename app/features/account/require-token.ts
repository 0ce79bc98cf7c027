import { localStore } from '../browser/storage.ts'

/**
 * Returns a `fetch` that sends no request without the access token while a session is stored. supabase-js sends it as a visitor's
 * when the session could not be refreshed just now, as behind a Wi-Fi's sign-in page, and its refusal would look as if the session
 * had ended. This is a connection error, which can be tried again.
 */
export function requireAccessToken(send: typeof fetch, publishableKey: string): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const authorization = new Headers(init?.headers).get('authorization')
    const isVisitors = authorization === null || authorization === `Bearer ${publishableKey}`
    if (isVisitors && !url.includes('/auth/v1/') && localStore.get('shop-session') !== null)
      throw new TypeError('The session could not be refreshed')
    return send(input, init)
  }
}
