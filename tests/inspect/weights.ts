import { gzipSync } from 'node:zlib'
import { createVisitor } from '../../tools/bench/visitor.ts'

/** A response as gzip transfers it. A response that the server sends uncompressed is compressed here. */
export interface ResponseSize {
  address: string
  kind: 'script' | 'media' | 'other'
  bytes: number
}

export async function measureGzipSize(address: string): Promise<ResponseSize> {
  const { ask, leave } = createVisitor(address, { 'accept-encoding': 'gzip' })
  const { body, headers } = await ask('').finally(leave)
  const type = headers['content-type'] ?? ''
  const isText = /text|javascript|json|svg/.test(type)
  const isPlain = headers['content-encoding'] === undefined
  const bytes = isPlain && isText ? gzipSync(body).length : body.length
  if (/^(video|audio)\//.test(type)) return { address, kind: 'media', bytes }
  return { address, kind: type.includes('javascript') ? 'script' : 'other', bytes }
}
