import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * Starts a proxy that changes requests like nginx with only `proxy_pass http://localhost:<port>`: to HTTP/1.0, with the
 * shop's name as Host and `Connection: close`, and with the visitor's other headers unchanged. Returns its address.
 */
export async function startNginxLikeProxy(shopUrl: string): Promise<string> {
  const { host, port } = new URL(shopUrl)
  const sockets = new Set<Socket>()
  const server = createServer((visitor) => {
    let head = ''
    sockets.add(visitor)
    visitor.setEncoding('latin1').on('error', () => undefined)
    visitor.on('data', function gather(part: string) {
      head += part
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      visitor.off('data', gather)
      const upstream = connect(Number(port), '127.0.0.1')
      sockets.add(upstream)
      upstream.on('error', () => undefined)
      upstream.write(passedOn(head.slice(0, end), host) + head.slice(end), 'latin1')
      visitor.on('data', (more: string) => upstream.write(more, 'latin1'))
      upstream.pipe(visitor)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function passedOn(head: string, host: string): string {
  const [first = '', ...lines] = head.split('\r\n')
  const kept = lines.filter((line) => !/^(host|connection|keep-alive|upgrade):/i.test(line))
  const own = [`Host: ${host}`, 'Connection: close']
  return [first.replace(/HTTP\/1\.1$/, 'HTTP/1.0'), ...own, ...kept].join('\r\n')
}

/**
 * Starts a proxy in a separate process that forwards requests unchanged and adds no headers, so that the shop cannot
 * recognise it by them. It runs under the given operating-system account, by default under the test's own. Returns its
 * address.
 */
export async function startTransparentProxy(
  shopUrl: string,
  account: { uid?: number; gid?: number } = {},
): Promise<string> {
  const script = fileURLToPath(new URL('./transparent-proxy.ts', import.meta.url))
  const proxy = spawn(process.execPath, [script, new URL(shopUrl).port], {
    ...account,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void proxy.kill('SIGKILL'))
  const [port] = await once(proxy.stdout, 'data')
  return `http://127.0.0.1:${port}`
}
