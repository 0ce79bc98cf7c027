import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackend } from '../packages/embedded-supabase/src/backend.ts'
import { readConfigFile } from '../packages/embedded-supabase/src/config-file.ts'
import { claimKeys } from '../packages/embedded-supabase/src/key-fingerprint.ts'
import { connectDatabase } from '../packages/embedded-supabase/src/database/connect.ts'
import { prepareServices } from '../packages/embedded-supabase/src/database/prepare.ts'
import type { BackendKeys } from '../packages/embedded-supabase/src/core/keys.ts'
import {
  createRealtime,
  websocketPath,
} from '../packages/embedded-supabase/src/realtime/realtime.ts'
import { StartError } from '../packages/embedded-supabase/src/core/start-error.ts'
import { openFileStore } from '../packages/embedded-supabase/src/storage/file-store.ts'
import { createOrphanCollector } from '../packages/embedded-supabase/src/storage/orphans.ts'
import { drainable } from '../packages/embedded-supabase/src/http/drain.ts'
import {
  admitOrigin,
  answerApi,
  targetOf,
  type WireBackend,
} from '../packages/embedded-supabase/src/http/api-response.ts'
import { BodyTooLarge, refuseBody } from '../packages/embedded-supabase/src/http/request-body.ts'
import { createLog, type Logger } from '../server/log.ts'
import { RequestTurns } from '../packages/embedded-supabase/src/http/request-turns.ts'
import { startCollecting } from '../server/regular-work.ts'
import { loadSecrets } from '../server/secrets.ts'

const usage = `Starts the backend by itself on a database, with any schema. Live changes need its setting wal_level=logical:
  node commands/backend.ts --database-url postgres://… [--port 54321] [--host 127.0.0.1]
    [--config supabase/config.toml]  settings [api], [auth], [storage] and [functions] as Supabase names them
    [--data-dir ./data/backend]      stored files, and the keys, which are made when they are missing
    [--publishable-key …] [--secret-key …]  keys that are given
    [--cors-origins https://one.example,https://other.example]  whose pages may ask; no others may
    [--body-limit 1000000]           bytes of the largest body that is taken whole
    [--new-keys]                     the database was answered with other keys, and is not any more
    [--help]                         says this`

const options = {
  'database-url': { type: 'string' },
  port: { type: 'string', default: '54321' },
  host: { type: 'string', default: '127.0.0.1' },
  config: { type: 'string' },
  'data-dir': { type: 'string', default: './data/backend' },
  'publishable-key': { type: 'string' },
  'secret-key': { type: 'string' },
  'cors-origins': { type: 'string', default: '' },
  'body-limit': { type: 'string', default: '1000000' },
  'new-keys': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Everything but functions, which are a project's own. Ends with SIGTERM. */
async function start(flags: Flags, log: Logger): Promise<void> {
  const config = readConfigFile(
    flags.config === undefined ? '' : await readFile(flags.config, 'utf8'),
    process.env,
  )
  for (const warning of config.warnings) log.warn({}, `configuration: ${warning}`)
  const [port, url, corsOrigins] = [portOf(flags), databaseUrl(flags), originsOf(flags)]
  const searchPath = [config.api.schemas[0] ?? '', ...config.api.extra_search_path]
  const database = connectDatabase(url, { searchPath, log })
  await prepareServices(database.sql)
  const keys = await keysOf(flags)
  if ((await claimKeys(database.sql, keys, flags['new-keys'])) === 'other')
    throw new StartError(
      'The database is answered with other keys already: give the same --data-dir or keys, or --new-keys where no other process runs.',
    )
  const server = createServer({
    shouldUpgradeCallback: (request) => targetOf(request).pathname === websocketPath,
  })
  const drain = drainable(server)
  server.listen(port, flags.host)
  await once(server, 'listening')
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  const ownUrl = new URL(`http://${flags.host}:${taken}`)
  const common = {
    ...database,
    keys,
    siteUrl: config.siteUrl ?? ownUrl,
    externalUrl: config.externalUrl ?? ownUrl,
    corsOrigins,
    clock: Date.now,
    log,
  }
  const files = openFileStore(resolve(flags['data-dir'], 'storage'))
  const realtime = createRealtime(common)
  const backend = createBackend({
    ...common,
    api: config.api,
    authSettings: config.auth,
    // There is no SMTP here: they are printed.
    sendAuthMail: async (_, mail) => void process.stdout.write(`${JSON.stringify({ mail })}\n`),
    files,
    fileSizeLimit: config.fileSizeLimit,
    transformsPictures: config.transformsPictures,
    realtime,
    functions: {},
    openFunctions: config.openFunctions,
    bodyLimit: bodyLimitOf(flags),
  })
  server.on('request', (request, response) => void answer(backend, request, response, log))
  server.on('upgrade', (request, socket, head) =>
    realtime.upgrade(request, socket, head, request.socket.remoteAddress ?? ''),
  )
  const collecting = startCollecting(createOrphanCollector({ ...common, files }), log)
  const { publishable, secret } = keys
  process.stdout.write(`${JSON.stringify({ url: ownUrl.origin, publishable, secret })}\n`)
  await once(process, 'SIGTERM')
  await realtime.close()
  await Promise.all([drain(10_000), collecting.stop()])
  await database.close()
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

/** As browsers write them, or no request would match. */
function originsOf({ 'cors-origins': list }: Flags): string[] {
  const origins = list.split(',').filter(Boolean)
  const wrong = origins.find((each) => URL.parse(each)?.origin !== each)
  if (wrong === undefined) return origins
  throw new StartError(`--cors-origins ${wrong} is not an origin such as https://one.example`)
}

function bodyLimitOf({ 'body-limit': limit }: Flags): number {
  if (/^[1-9]\d{0,8}$/.test(limit)) return Number(limit)
  throw new StartError(`--body-limit ${limit} is not a number of bytes`)
}

async function keysOf(flags: Flags): Promise<BackendKeys> {
  const kept = await loadSecrets(join(flags['data-dir'], 'keys.json'))
  return {
    jwt: kept.jwt,
    publishable: flags['publishable-key'] ?? kept.publishable,
    secret: flags['secret-key'] ?? kept.secret,
  }
}

const turns = new RequestTurns()

async function answer(
  backend: WireBackend,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<void> {
  const target = targetOf(request)
  const clientAddress = request.socket.remoteAddress ?? ''
  admitOrigin(backend, request, response)
  try {
    await answerApi(backend, request, response, { ...target, clientAddress }, turns)
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuseBody(request, response, 'The body is too large')
    if (request.complete) log.error({ err: error, path: target.pathname }, 'request: failed')
    if (response.headersSent) response.destroy()
    else response.writeHead(500, { connection: 'close' }).end()
  }
}

try {
  const flags = parseArgs({ options }).values
  if (flags.help) process.stdout.write(`${usage}\n`)
  else await start(flags, createLog('info'))
} catch (error) {
  const isOurs = error instanceof StartError
  const isMistyped =
    error instanceof TypeError && String(Object(error).code).startsWith('ERR_PARSE_ARGS')
  const words = isOurs || isMistyped ? error.message : String(error)
  process.stderr.write(isMistyped ? `${words}\n${usage}\n` : `${words}\n`)
  process.exit(1)
}
