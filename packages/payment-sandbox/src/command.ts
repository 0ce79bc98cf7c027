#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { startPaymentSandbox } from './start.ts'

const usage = `Usage: payment-sandbox [options]

  --port <number>            port; 12111 by default, 0 for a free one
  --host <address>           network interface; 127.0.0.1 by default
  --site-url <url>           site that uses the sandbox; http://localhost:3000 by default
  --webhook-url <url>        where signed events are posted; without it they are only listed
  --secret-key <key>         secret key of the API; sk_test_sandbox by default
  --webhook-secret <secret>  secret that signs events; whsec_sandbox by default
  --trader-name <name>       name on the hosted pages
  --data <file>              SQLite file that keeps the state; in memory by default
  --help                     prints this text
`

const options = {
  port: { type: 'string', default: '12111' },
  host: { type: 'string' },
  'site-url': { type: 'string' },
  'webhook-url': { type: 'string' },
  'secret-key': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'trader-name': { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

async function run(flags: Flags): Promise<void> {
  const port = Number(flags.port)
  if (!/^\d+$/.test(flags.port) || port > 65_535)
    throw new Error(`--port is ${flags.port}, which is not a port`)
  const urls = { '--site-url': flags['site-url'], '--webhook-url': flags['webhook-url'] }
  for (const [name, url] of Object.entries(urls))
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new Error(`${name} is ${url}, which is not an HTTP address`)
  const sandbox = await startPaymentSandbox({
    port,
    host: flags.host,
    siteUrl: flags['site-url'],
    webhookUrl: flags['webhook-url'],
    secretKey: flags['secret-key'],
    webhookSecret: flags['webhook-secret'],
    traderName: flags['trader-name'],
    data: flags.data,
  })
  process.stdout.write(`${JSON.stringify({ url: sandbox.url, ...sandbox.keys })}\n`)
  const end = (): void => void sandbox.close().then(() => process.exit(0))
  process.once('SIGINT', end).once('SIGTERM', end)
}

try {
  const { values } = parseArgs({ options })
  if (values.help) process.stdout.write(usage)
  else await run(values)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
