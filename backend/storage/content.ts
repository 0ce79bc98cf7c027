import type { WireRequest, WireResponse } from '../wire.ts'
import { readRange } from './byte-range.ts'
import { fault } from './errors.ts'
import type { FileStore } from './file-store.ts'
import { eTagOf, type ObjectRow } from './objects.ts'

export interface Manner {
  /** What may keep a copy. */
  isPublic: boolean
  /** ms since 1970, when a signed address ends. */
  expires?: number
}

/**
 * Sends an object, whole or the part that was asked for, or says that the reader has it already. Null when its content
 * is not here.
 * @throws ApiError InvalidRange
 */
export async function answerContent(
  wire: WireRequest,
  object: ObjectRow,
  files: FileStore,
  manner: Manner,
): Promise<WireResponse | null> {
  const { headers, method, query } = wire
  const { version, metadata } = object
  if (version === null) return null
  const common = { ...headersOf(object, version, manner), ...dispositionOf(query) }
  if (isKnown(headers, common)) return { status: 304, headers: common, body: null }
  const size = Number(metadata?.['size'] ?? 0)
  const range = mayBePart(headers, common) ? readRange(headers['range'], size) : 'whole'
  if (range === 'unsatisfiable')
    throw fault('InvalidRange', undefined, { 'content-range': `bytes */${size}` })
  const part = range === 'whole' ? undefined : range
  const content = method === 'HEAD' ? { size, body: null } : await files.open(version, part)
  if (content === null) return null
  const { body } = content
  if (part === undefined) {
    const length = String(content.size)
    return { status: 200, headers: { ...common, 'content-length': length }, body }
  }
  const { first, last } = part
  const sizes = {
    'content-length': String(last - first + 1),
    'content-range': `bytes ${first}-${last}/${size}`,
  }
  return { status: 206, headers: { ...common, ...sizes }, body }
}

/** A stored file is shown as what it was stored as, save for pages, and can run nothing. */
function headersOf(
  { metadata, updated_at }: ObjectRow,
  version: string,
  { isPublic, expires }: Manner,
): Record<string, string> {
  const mimetype = headerText(metadata?.['mimetype'], 'application/octet-stream')
  const caching = headerText(metadata?.['cacheControl'], 'no-cache')
  return {
    'accept-ranges': 'bytes',
    'cache-control': isPublic ? `public, ${caching}` : `private, ${caching}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'content-type': /html/i.test(mimetype) ? 'text/plain; charset=utf-8' : mimetype,
    etag: headerText(metadata?.['eTag'], eTagOf(version)),
    'last-modified': new Date(updated_at).toUTCString(),
    'x-content-type-options': 'nosniff',
    ...(expires !== undefined && {
      'cache-control': 'private',
      expires: new Date(expires).toUTCString(),
    }),
  }
}

/** Rows can be written past this service. */
function headerText(value: unknown, otherwise: string): string {
  return isHeaderText(value) ? value : otherwise
}

export function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)
}

/** `?download` saves the file instead of showing it; `?download=name` under that name. */
function dispositionOf(query: string): Record<string, string> {
  const name = new URLSearchParams(query).get('download')
  if (name === null) return {}
  const encoded = encodeURIComponent(name)
  return {
    'content-disposition':
      name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
  }
}

type Headers = Record<string, string | undefined>

function isKnown(headers: WireRequest['headers'], common: Headers): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === common['etag'])
  return Date.parse(common['last-modified'] ?? '') <= Date.parse(headers['if-modified-since'] ?? '')
}

/** If-Range asks for a part only of the very file that the reader has begun. */
function mayBePart(headers: WireRequest['headers'], common: Headers): boolean {
  const asked = headers['if-range']
  return asked === undefined || asked === common['etag'] || asked === common['last-modified']
}

/** What is known of an object, as `info` gives it. */
export function infoOf(object: ObjectRow): object {
  const { id, name, version, bucket_id, metadata, user_metadata, created_at, updated_at } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.['size'] ?? null,
    content_type: metadata?.['mimetype'] ?? null,
    cache_control: metadata?.['cacheControl'] ?? null,
    etag: metadata?.['eTag'] ?? null,
    metadata: user_metadata ?? {},
    last_modified: updated_at,
    created_at,
  }
}
