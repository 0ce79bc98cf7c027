import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * What the page cache is measured against: a server that knows one answer and sends it, whatever it is asked.
 * PAGE_FILE holds the bytes, already compressed; ENCODING says how.
 */
const body = readFileSync(process.env.PAGE_FILE ?? '')
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-encoding': process.env.ENCODING ?? 'identity',
  'content-length': body.length,
}

createServer((_, response) => {
  response.writeHead(200, headers).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('listening'))
