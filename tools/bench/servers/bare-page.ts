import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The baseline for the page cache: a server that sends the same response to every request. The file PAGE_FILE has the compressed
 * body; ENCODING is its content encoding.
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
