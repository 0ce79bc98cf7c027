import { type AddressInfo, connect, createServer } from 'node:net'

// A process that forwards TCP connections to a port of this machine, so that requests arrive unchanged. It prints the
// port on which it listens.
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
