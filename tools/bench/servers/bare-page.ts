import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/**
 * The baseline of the page cache: a server that sends one fixed response to every request. PAGE_FILE has the bytes, already
 * compressed; ENCODING names the compression.
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
