import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** As sent: still compressed. */
  body: Buffer
  encoding: string
}

/** Fetches an address and leaves the body as it was sent. */
export async function getBytes(url: string, acceptEncoding: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
      buffer(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            encoding: response.headers['content-encoding'] ?? 'identity',
          }),
        reject,
      )
    }).once('error', reject)
  })
}
