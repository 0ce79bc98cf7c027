import { NotFormError, readBytes } from './body.ts'

const kinds = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * The fields of a form in either encoding; a file or another kind of body gives none.
 * @throws TooLargeError, NotFormError
 */
export async function readForm(request: Request, limit: number): Promise<URLSearchParams> {
  const bytes = await readBytes(request, limit)
  const type = request.headers.get('content-type') ?? ''
  const fields = new URLSearchParams()
  if (!kinds.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')) return fields
  for (const [name, value] of await parse(bytes, type))
    if (typeof value === 'string') fields.append(name, value)
  return fields
}

async function parse(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch (error) {
    throw new NotFormError('The body is not a form', { cause: error })
  }
}

/** Sends a browser on to a page of the shop, so that a reload does not post again. */
export function seeOther(siteUrl: string, path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: new URL(path, siteUrl).href, 'cache-control': 'private, no-store' },
  })
}
