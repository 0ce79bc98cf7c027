import { gzipSync } from 'node:zlib'
import { getBytes } from '../bench/http.ts'

/** An answer as the server sends it to who takes only gzip; what it leaves uncompressed is compressed here. */
export interface Sent {
  address: string
  kind: 'script' | 'media' | 'other'
  bytes: number
}

export async function gzipSize(address: string): Promise<Sent> {
  const { body, encoding, headers } = await getBytes(address, 'gzip')
  const type = headers['content-type'] ?? ''
  const isText = /text|javascript|json|svg/.test(type)
  const bytes = encoding === 'identity' && isText ? gzipSync(body).length : body.length
  if (/^(video|audio)\//.test(type)) return { address, kind: 'media', bytes }
  return { address, kind: type.includes('javascript') ? 'script' : 'other', bytes }
}
