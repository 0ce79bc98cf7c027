import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Backend, createBackend } from '../backend/backend.ts'
import { type ConfigFile, readConfigFile } from '../backend/config-file.ts'
import { connectDatabase, type Database } from '../backend/database/connect.ts'
import { prepareServices } from '../backend/database/prepare.ts'
import type { BackendKeys } from '../backend/keys.ts'
import { StartError } from '../backend/start-error.ts'
import { openFileStore } from '../backend/storage/file-store.ts'
import { answerApi, BodyTooLarge } from '../server/exchange.ts'
import { createLog, type Logger } from '../server/log.ts'
import { loadSecrets } from '../server/secrets.ts'

const usage = `Starts the backend by itself on a database, with any schema:
  node commands/backend.ts --database-url postgres://… [--port 54321] [--host 127.0.0.1]
    [--config supabase/config.toml]  settings [api], [auth], [storage] and [functions] as Supabase names them
    [--data-dir ./data/backend]      stored files, and the keys, which are made when they are missing
    [--publishable-key …] [--secret-key …]  keys that are given
    [--cors-origins https://one.example,https://other.example]`

const options = {
  'database-url': { type: 'string' },
  port: { type: 'string', default: '54321' },
  host: { type: 'string', default: '127.0.0.1' },
  config: { type: 'string' },
  'data-dir': { type: 'string', default: './data/backend' },
  'publishable-key': { type: 'string' },
  'secret-key': { type: 'string' },
  'cors-origins': { type: 'string', default: '' },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

async function start(flags: Flags, log: Logger): Promise<void> {
  const config = readConfigFile(
    flags.config === undefined ? '' : await readFile(flags.config, 'utf8'),
  )
  const port = portOf(flags)
  const { schemas, extra_search_path: extra } = config.api
  const searchPath = [schemas[0] ?? '', ...extra]
  const database = connectDatabase(databaseUrl(flags), { searchPath, log })
  await prepareServices(database.sql)
  const keys = await keysOf(flags)
  const server = serve(openBackend(flags, { config, database, keys, log }), log)
  server.listen(port, flags.host)
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const { publishable, secret } = keys
  process.stdout.write(
    `${JSON.stringify({ url: `http://${flags.host}:${taken}`, publishable, secret })}\n`,
  )
  process.once('SIGTERM', () => {
    server.closeAllConnections()
    server.close(() => void database.close())
  })
}

function databaseUrl({ 'database-url': given = '' }: Flags): URL {
  const url = URL.parse(given)
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol)) return url
  throw new StartError(`--database-url must start with postgres://\n${usage}`)
}

function portOf({ port }: Flags): number {
  if (/^\d{1,5}$/.test(port) && Number(port) < 65_536) return Number(port)
  throw new StartError(`--port ${port} is not a port`)
}

async function keysOf(flags: Flags): Promise<BackendKeys> {
  const kept = await loadSecrets(join(flags['data-dir'], 'keys.json'))
  return {
    jwt: kept.jwt,
    publishable: flags['publishable-key'] ?? kept.publishable,
    secret: flags['secret-key'] ?? kept.secret,
  }
}

function openBackend(
  flags: Flags,
  parts: { config: ConfigFile; database: Database; keys: BackendKeys; log: Logger },
): Backend {
  const { config, database, keys, log } = parts
  return createBackend({
    ...database,
    keys,
    api: config.api,
    siteUrl: config.siteUrl ?? new URL(`http://${flags.host}:${flags.port}`),
    corsOrigins: flags['cors-origins'].split(',').filter(Boolean),
    clock: Date.now,
    fileSizeLimit: config.fileSizeLimit,
    transformsPictures: config.transformsPictures,
    files: openFileStore(resolve(flags['data-dir'], 'storage')),
    functions: {},
    openFunctions: config.openFunctions,
    cleanName: (fullName) => fullName,
    // Nobody sends them here: whoever runs this reads them.
    sendAuthMail: async (_, mail) => void process.stdout.write(`${JSON.stringify({ mail })}\n`),
    log,
  })
}

function serve({ handle }: Backend, log: Logger): Server {
  return createServer((request, response) => {
    const { url = '/' } = request
    const pathname = url.split('?', 1)[0] ?? '/'
    const query = url.slice(pathname.length + 1)
    const clientAddress = request.socket.remoteAddress ?? ''
    answerApi(handle, request, response, { pathname, query, clientAddress }).catch(
      (error: unknown) => {
        const isLarge = error instanceof BodyTooLarge
        if (!isLarge && request.complete)
          log.error({ err: error, path: pathname }, 'request: failed')
        if (response.headersSent) response.destroy()
        else response.writeHead(isLarge ? 413 : 500, { connection: 'close' }).end()
      },
    )
  })
}

try {
  await start(parseArgs({ options }).values, createLog('info'))
} catch (error) {
  const isOurs = error instanceof StartError
  process.stderr.write(`${isOurs ? error.message : String(error)}\n`)
  process.exit(1)
}
