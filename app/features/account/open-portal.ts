import { logFailure } from '../browser-log.ts'
import { loadSupabase } from './supabase.ts'

/**
 * Asks for the page of the payment provider on which the owner of a box changes the card or cancels. Null when there is
 * no way there at the moment; the cause is logged.
 */
export async function portalFor(boxId: string): Promise<string | null> {
  try {
    const supabase = await loadSupabase()
    const { data, error } = await supabase.functions.invoke<unknown>('billing-portal', {
      body: { box: boxId },
    })
    if (error !== null) throw error
    const url = urlIn(data)
    if (url === null) throw new Error('The answer names no address')
    return url
  } catch (cause) {
    logFailure('The way to the payment provider could not be opened', cause)
    return null
  }
}

/** Only an address of the web is followed. */
function urlIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('url' in data)) return null
  const { url } = data
  return typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? url : null
}
