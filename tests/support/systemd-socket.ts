import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const main = join(import.meta.dirname, '..', '..', 'build', 'shop', 'main.js')

/** A listening socket and a data folder that outlive the shop processes, as systemd holds a socket for a service. */
export interface SystemdSocket {
  url: string
  dataDir: string
  /** Returns the output of the shops so far. */
  output: () => string
  /** Starts the built shop on the socket. Resolves when the shop is open. */
  start: () => Promise<void>
  /** Ends the running shop with the signal that systemd sends, and waits until it has ended. */
  stop: () => Promise<void>
  /** Ends the running shop, closes the socket and removes the data. */
  remove: () => Promise<void>
}

/**
 * The script of a shell that holds the socket, but never accepts a connection. For each line of input it starts a shop,
 * which gets the socket as file descriptor 3 and its own process id in LISTEN_PID, as sd_listen_fds(3) requires.
 */
const holder = `
while read -r line; do
  (sh -c 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' sh "$@"; echo "ended $?") &
done`

export async function simulateSystemdSocket(
  environment: Record<string, string> = {},
): Promise<SystemdSocket> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  await chmod(dataDir, 0o755)
  const { port, child } = await spawnHolder(dataDir, environment)
  let output = ''
  let pid = 0
  const waiting = new Set<{ text: string; resolve: () => void }>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      output += `${line}\n`
      if (line.startsWith('pid ')) pid = Number(line.slice(4))
      if (line.startsWith('ended ')) pid = 0
      for (const one of waiting) if (line.includes(one.text)) one.resolve()
    })
  }
  async function heard(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const one = { text, resolve }
    waiting.add(one)
    await promise
    waiting.delete(one)
  }
  async function stop(): Promise<void> {
    if (pid === 0) return
    const ended = heard('ended ')
    process.kill(pid, 'SIGTERM')
    await ended
  }
  return {
    url: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    start: async () => {
      const open = heard('Stop it with Ctrl-C')
      child.stdin?.write('start\n')
      await open
    },
    stop,
    remove: async () => {
      await stop()
      const ended = once(child, 'exit')
      child.stdin?.end()
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function spawnHolder(
  dataDir: string,
  environment: Record<string, string>,
): Promise<{ port: number; child: ChildProcess }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { _handle: handle } = server as unknown as { _handle: { fd: number } }
  const child = spawn('/bin/sh', ['-c', holder, 'sh', process.execPath, main], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(address.port),
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe', handle.fd],
  })
  // The shell has its own copy of the socket, so the test closes this one.
  server.close()
  return { port: address.port, child }
}
