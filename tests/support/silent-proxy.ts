import { type AddressInfo, connect, createServer } from 'node:net'

// A process that passes on what it gets to a port of this machine, in HTTP/1.1 and without a word about itself. It prints
// its own port.
const [, , target = ''] = process.argv
const server = createServer((visitor) => {
  const upstream = connect(Number(target), '127.0.0.1')
  visitor.on('error', () => upstream.destroy())
  upstream.on('error', () => visitor.destroy())
  visitor.pipe(upstream).pipe(visitor)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(String((server.address() as AddressInfo).port))
})
