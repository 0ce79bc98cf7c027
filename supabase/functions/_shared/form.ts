import { readBytes } from './body.ts'

/**
 * The fields of an ordinary form, each once; a file or another kind of body gives none.
 * @throws TooLargeError
 */
export async function readForm(request: Request, limit: number): Promise<URLSearchParams> {
  const bytes = await readBytes(request, limit)
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams()
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** Sends a browser on to a page of the shop, so that a reload does not post again. */
export function seeOther(siteUrl: string, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: new URL(path, siteUrl).href, 'cache-control': 'private, no-store' },
  })
}
