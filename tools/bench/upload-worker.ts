import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Pictures that are uploaded at once, repeatedly. */
export interface UploadJob {
  url: string
  secret: string
  seconds: number
  pictures: number
  /** The size of each picture in bytes. */
  size: number
}

/**
 * Reads a job from standard input, uploads, and prints the failed responses. Has a low priority, because real pictures come over a
 * network and not from this machine.
 */
async function uploadAll({ url, secret, seconds, pictures, size }: UploadJob): Promise<string[]> {
  setPriority(constants.priority.PRIORITY_LOW)
  const failed: string[] = []
  const upload = async (place: number) => {
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'image/png',
      'x-forwarded-for': `10.8.0.${place}`,
      'x-upsert': 'true',
    }
    // Uses a new connection, because the server may just be closing an idle one.
    const options = { method: 'POST', headers, agent: false }
    const sending = request(`${url}/storage/v1/object/bench/${place}`, options)
    const answered: Promise<IncomingMessage[]> = once(sending, 'response')
    try {
      const [[response]] = await Promise.all([answered, pipeline(picture(place, size), sending)])
      response?.resume()
      if (response?.statusCode !== 200) failed.push(String(response?.statusCode))
    } catch (error) {
      failed.push(String(error))
    }
  }
  const end = performance.now() + seconds * 1000
  do await Promise.all(Array.from({ length: pictures }, (_, place) => upload(place)))
  while (performance.now() < end)
  return failed
}

function* picture(place: number, size: number): Generator<Buffer> {
  const part = Buffer.alloc(100_000, `picture ${place} `)
  for (let left = size; left > 0; left -= part.length) yield part
}

const job: unknown = await json(process.stdin)
console.log(JSON.stringify(await uploadAll(job as UploadJob)))
