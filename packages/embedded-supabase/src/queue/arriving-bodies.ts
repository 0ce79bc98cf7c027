import { getNetworkPrefix, toRateLimitKey } from '../core/addresses.ts'

/**
 * Limits the memory of request bodies that have not arrived completely. Above the limit the largest body of the network (an IPv6
 * /48 or an IPv4 address) that holds the most is dropped. So a client that withholds the end of many large bodies keeps no other
 * one from sending a small one.
 */
export class ArrivingBodies {
  readonly #maxBytes: number
  readonly #bodies = new Set<ArrivingBody>()
  #heldBytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Begins to collect a body.
   * @param length the body's bytes, when the client has announced them
   * @param onDrop called when the body is dropped
   */
  begin(address: string, length: number | undefined, onDrop: () => void): ArrivingBody {
    const network = getNetworkPrefix(address) ?? toRateLimitKey(address)
    const body = new ArrivingBody(network, length, onDrop, (bytes) => this.#hold(body, bytes))
    return body
  }

  #hold(body: ArrivingBody, bytes: number): void {
    this.#heldBytes += bytes
    if (body.heldBytes === 0) this.#bodies.delete(body)
    else this.#bodies.add(body)
    while (this.#heldBytes > this.#maxBytes) this.#findLargest()?.drop()
  }

  #findLargest(): ArrivingBody | undefined {
    const byNetwork = [...Map.groupBy(this.#bodies, ({ network }) => network).values()]
    const sum = (bodies: ArrivingBody[]) =>
      bodies.reduce((total, { heldBytes }) => total + heldBytes, 0)
    return getMost(getMost(byNetwork, sum) ?? [], ({ heldBytes }) => heldBytes)
  }
}

/** Returns the first of the entries with the highest number. */
function getMost<T>(entries: T[], getNumber: (entry: T) => number): T | undefined {
  const numbers = entries.map(getNumber)
  return entries[numbers.indexOf(numbers.reduce((most, each) => Math.max(most, each), 0))]
}

/** Collects one body. Its chunks are copied into one buffer, because a list of tiny ones takes many times their bytes. */
class ArrivingBody {
  readonly network: string
  readonly #length: number | undefined
  readonly #onDrop: () => void
  /** Called with the difference whenever `heldBytes` changes. */
  readonly #onHold: (bytes: number) => void
  #bytes: Buffer = Buffer.alloc(0)
  #size = 0
  #isReleased = false

  constructor(
    network: string,
    length: number | undefined,
    onDrop: () => void,
    onHold: (bytes: number) => void,
  ) {
    this.network = network
    this.#length = length
    this.#onDrop = onDrop
    this.#onHold = onHold
  }

  /** The bytes of memory, of which the content may use only a part. */
  get heldBytes(): number {
    return this.#bytes.length
  }

  /** The bytes of the body that have arrived so far. */
  get size(): number {
    return this.#size
  }

  /** Adds a chunk, unless the body was released or dropped. */
  append(chunk: Uint8Array): void {
    if (this.#isReleased) return
    const size = this.#size + chunk.length
    let bytes = this.#bytes
    if (size > bytes.length) {
      bytes = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * size, this.#length ?? Infinity)))
      bytes.set(this.#bytes.subarray(0, this.#size))
    }
    bytes.set(chunk, this.#size)
    this.#size = size
    this.#hold(bytes)
  }

  /** Returns the content; null when it is empty. */
  getContent(): Buffer | null {
    if (this.#size === 0) return null
    return this.#size === this.#bytes.length
      ? this.#bytes
      : Buffer.from(this.#bytes.subarray(0, this.#size))
  }

  /** Forgets the content, which no longer counts. */
  release(): void {
    this.#isReleased = true
    this.#hold(Buffer.alloc(0))
  }

  drop(): void {
    this.release()
    this.#onDrop()
  }

  #hold(bytes: Buffer): void {
    const difference = bytes.length - this.#bytes.length
    this.#bytes = bytes
    if (difference !== 0) this.#onHold(difference)
  }
}

/** The bodies of this process. Complete ones count in the queue that they wait in. */
export const arrivingBodies = new ArrivingBodies(64_000_000)
