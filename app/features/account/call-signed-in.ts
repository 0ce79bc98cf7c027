import { getText } from '../browser/json.ts'
import { loadSupabase } from './supabase.ts'
import { parseUrl } from '../../../domain/parse-url.ts'

/**
 * Calls an edge function with the access token of the signed-in user, if there is one. Returns the HTTP status and the parsed JSON
 * body of any response; the body is null when it is not JSON.
 * @throws the error of supabase-js when no response arrives
 */
export async function callSignedIn(
  name: string,
  body: object,
  signal?: AbortSignal,
): Promise<{ status: number; answer: unknown }> {
  const supabase = await loadSupabase()
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

export function getHttpUrl(value: unknown, name: string): string | null {
  const url = getText(value, name)
  return url !== null && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : null
}
