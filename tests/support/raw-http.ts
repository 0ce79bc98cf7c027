import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface RawRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Sends a request with exactly these headers, which may include any Host, and none that a browser would add. */
export function sendRawRequest(
  url: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends text over a TCP connection, and returns everything received until the other side closes the connection. */
export function sendRawText(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () =>
      socket.write(text),
    )
    let heard = ''
    socket.setEncoding('latin1')
    socket.on('data', (part) => {
      heard += String(part)
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })
}
