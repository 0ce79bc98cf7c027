import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Brotli at 9 makes pages 2% smaller and takes twelve times as long; at 5, a page is packed in 1.5 ms. */
const BROTLI_QUALITY = 5
/** 256 kB, in which every page fits: a larger window takes memory, and the time to get it, for nothing. */
const BROTLI_WINDOW = 18

/** A rendered answer whose bytes are compressed at most once for each encoding that somebody asks for. */
export class PackedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly #body: Buffer
  readonly #packed = new Map<Encoding, Buffer>()
  readonly #underWay = new Map<Encoding, Promise<Buffer>>()

  constructor(status: number, headers: Record<string, string>, body: Buffer) {
    this.status = status
    this.headers = headers
    this.etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
    this.#body = body
    this.#packed.set('identity', body)
  }

  get bytes(): number {
    let bytes = 0
    for (const packed of this.#packed.values()) bytes += packed.length
    return bytes
  }

  /** The bytes in an encoding, if they have been made already. */
  ready(encoding: Encoding): Buffer | undefined {
    return this.#packed.get(encoding)
  }

  /** The bytes in an encoding; visitors who come while they are made wait for the same ones. */
  async pack(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding) ?? this.#underWay.get(encoding)
    if (known) return known
    const work = encoding === 'br' ? this.#brotli() : promisify(gzip)(this.#body)
    this.#underWay.set(encoding, work)
    try {
      const bytes = await work
      this.#packed.set(encoding, bytes)
      return bytes
    } finally {
      this.#underWay.delete(encoding)
    }
  }

  #brotli(): Promise<Buffer> {
    return promisify(brotliCompress)(this.#body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: this.#body.length,
      },
    })
  }
}

/** The best encoding that an Accept-Encoding header admits. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const offers = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase())
  for (const encoding of ['br', 'gzip'] as const) {
    if (
      offers.some(
        (offer) =>
          offer === encoding || (offer.startsWith(`${encoding};`) && !/q=0(\.0*)?$/.test(offer)),
      )
    )
      return encoding
  }
  return 'identity'
}
