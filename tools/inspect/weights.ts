import { gzipSync } from 'node:zlib'
import { getBytes } from '../bench/http.ts'

/** Bytes that one page loads before anybody touches it, as gzip sends them. */
export interface Weight {
  javaScript: number
  /** Everything but films and sound. */
  all: number
  scripts: { address: string; bytes: number }[]
}

interface Sent {
  kind: 'script' | 'media' | 'other'
  bytes: number
}

/** Weighs what pages load; each address is asked for once. */
export function createScales(): { weigh: (addresses: string[]) => Promise<Weight> } {
  const known = new Map<string, Promise<Sent>>()

  function sent(address: string): Promise<Sent> {
    const before = known.get(address)
    if (before !== undefined) return before
    const asking = ask(address)
    known.set(address, asking)
    return asking
  }

  async function weigh(addresses: string[]): Promise<Weight> {
    const loaded = [...new Set(addresses)].filter((address) => address.startsWith('http'))
    const parts = await Promise.all(
      loaded.map(async (address) => ({ address, ...(await sent(address)) })),
    )
    const sum = (isMeant: (part: Sent) => boolean) =>
      parts.filter(isMeant).reduce((total, { bytes }) => total + bytes, 0)
    return {
      javaScript: sum(({ kind }) => kind === 'script'),
      all: sum(({ kind }) => kind !== 'media'),
      scripts: parts.filter(({ kind }) => kind === 'script'),
    }
  }

  return { weigh }
}

/** As the server sends it to who takes only gzip; what it leaves uncompressed is compressed here. */
async function ask(address: string): Promise<Sent> {
  const { body, encoding, headers } = await getBytes(address, 'gzip')
  const type = headers['content-type'] ?? ''
  const isText = /text|javascript|json|svg/.test(type)
  const bytes = encoding === 'identity' && isText ? gzipSync(body).length : body.length
  if (/^(video|audio)\//.test(type)) return { kind: 'media', bytes }
  return { kind: type.includes('javascript') ? 'script' : 'other', bytes }
}
