import { once } from 'node:events'
import { createServer } from 'node:http'
import { respondTo } from './node-http.ts'
import { createPaymentSandbox, type PaymentSandboxOptions } from './payment-sandbox.ts'

/** The options of `startPaymentSandbox`, all of which have a default. */
export interface StartOptions extends Partial<Omit<PaymentSandboxOptions, 'url'>> {
  /** The TCP port. The default is 0, which takes any free port. */
  port?: number
  /** The address to listen on; the loopback address by default. */
  host?: string
}

/**
 * Starts the sandbox as an HTTP server. Returns its URL, the API key and the webhook secret, and `close`, which stops it. Data is
 * in memory, unless `data` is the path of a file or an open store.
 */
export async function startPaymentSandbox({
  port = 0,
  host = '127.0.0.1',
  siteUrl = 'http://localhost:3000',
  secretKey = 'sk_test_sandbox',
  webhookSecret = 'whsec_sandbox',
  webhookUrl = null,
  traderName = 'Your shop',
  data = ':memory:',
  catalogue = async () => ({ prices: [], rates: [] }),
  fetch = globalThis.fetch,
  now = Date.now,
  log = standardErrorLog,
  ...rest
}: StartOptions = {}) {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  const usedPort = typeof address === 'object' && address !== null ? address.port : port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${usedPort}`
  const keys = { secretKey, webhookSecret }
  const shared = { ...keys, webhookUrl, siteUrl, traderName, data, catalogue, fetch, now, log }
  const sandbox = createPaymentSandbox({ ...rest, ...shared, url })
  server.on('request', (incoming, outgoing) => {
    respondTo(incoming, outgoing, url, sandbox.handle).catch((error: unknown) => {
      log.error({ err: error }, 'payment sandbox: a request failed')
      outgoing.destroy()
    })
  })
  return {
    url,
    keys,
    close: async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await sandbox.stop()
    },
  }
}

const standardErrorLog: PaymentSandboxOptions['log'] = {
  error: (details, message) => writeLine('error', details, message),
  warn: (details, message) => writeLine('warn', details, message),
}

function writeLine(level: string, details: object, message: string): void {
  const fields = Object.entries(details).map(([name, value]) => [
    name,
    value instanceof Error ? value.message : value,
  ])
  process.stderr.write(`${JSON.stringify({ level, message, ...Object.fromEntries(fields) })}\n`)
}
