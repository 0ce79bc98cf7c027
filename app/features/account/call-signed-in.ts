import type { ShopClient } from '../../../supabase/client.ts'
import { getTextField } from '../browser/json.ts'
import { isConnectionError } from './session-events.ts'
import { loadSupabase } from './supabase.ts'
import { parseUrl } from '../../../domain/parse-url.ts'

interface FunctionAnswer {
  status: number
  answer: unknown
}

/**
 * Calls an edge function with the access token of the signed-in user, if there is one. Returns the HTTP status and the parsed JSON
 * body of any response; the body is null when it is not JSON. A token that the server refuses is refreshed once: this device's clock
 * may be slow, so that the token seems to be valid. A 401 means that nobody is signed in any more.
 * @throws the error of supabase-js when no response arrives
 */
export async function callSignedIn(
  name: string,
  body: object,
  signal?: AbortSignal,
): Promise<FunctionAnswer> {
  const supabase = await loadSupabase()
  const refused = await invoke(supabase, name, body, signal)
  if (refused.status !== 401) return refused
  const { error } = await supabase.auth.refreshSession()
  if (error === null) return invoke(supabase, name, body, signal)
  if (isConnectionError(error)) throw error
  return refused
}

async function invoke(
  supabase: ShopClient,
  name: string,
  body: object,
  signal?: AbortSignal,
): Promise<FunctionAnswer> {
  const { data, error, response } = await supabase.functions.invoke<unknown>(name, {
    body: { ...body },
    ...(signal && { signal }),
  })
  if (response === undefined) throw error
  return { status: response.status, answer: error === null ? data : await parseErrorBody(response) }
}

async function parseErrorBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

export function getHttpUrlField(value: unknown, name: string): string | null {
  const url = getTextField(value, name)
  return url !== null && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null
}
